import type { AuditLine } from './audit-log.repository.js';

/** Who has no name but these words, by the kind of actor. */
export const NAMELESS: Readonly<Record<string, string>> = { cli: 'the command line', system: 'the service' };

/** Who did it, as it goes on behind “by”. */
export function actorWords({ actorType, actorName }: Pick<AuditLine, 'actorType' | 'actorName'>): string {
  const nameless = NAMELESS[actorType];
  if (nameless !== undefined) return nameless;
  if (actorName === null) return 'somebody who is gone';
  return actorType === 'api_key' ? `API key “${actorName}”` : actorName;
}
