const PUBLIC = 'It begins with https:// and is reachable from the internet.';
const ANY = 'It begins with https:// or http://; private addresses are allowed here.';

/** What a URL that the service posts to must be. @param allowPrivateTargets whether this installation posts anywhere */
export const targetUrlHint = (allowPrivateTargets: boolean): string => (allowPrivateTargets ? ANY : PUBLIC);
