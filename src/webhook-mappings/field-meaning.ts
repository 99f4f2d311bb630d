/** What a field of a form or a CRM usually is. */
export type Meaning =
  | 'phone'
  | 'firstName'
  | 'lastName'
  | 'fullName'
  | 'email'
  | 'company'
  | 'countryCode'
  | 'timezone'
  | 'crmId';

/** Names by what they mean, the surest first; without spaces, capitals and signs. */
const NAMES: Record<Meaning, readonly string[]> = {
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'mobilenumber',
    'mobilephonenumber',
    'cell',
    'cellphone',
    'cellnumber',
    'tel',
    'telephone',
    'telephonenumber',
    'workphone',
    'homephone',
    'businessphone',
    'daytimephone',
    'contactnumber',
    'whatsapp',
    'whatsappnumber',
    'telefon',
  ],
  firstName: ['firstname', 'fname', 'givenname', 'forename', 'first', 'vorname'],
  lastName: ['lastname', 'lname', 'surname', 'familyname', 'last', 'nachname'],
  fullName: ['fullname', 'name', 'firstandlastname', 'displayname'],
  email: ['email', 'emailaddress', 'workemail', 'businessemail', 'mail'],
  company: [
    'company',
    'companyname',
    'organization',
    'organisation',
    'organizationname',
    'business',
    'businessname',
    'employer',
    'firma',
  ],
  countryCode: ['countrycode', 'countryregioncode', 'country', 'countryiso'],
  timezone: ['timezone', 'tz'],
  crmId: ['crmid', 'contactid', 'leadid', 'personid', 'customerid', 'vid', 'canonicalvid', 'id'],
};

const MEANINGS = new Map(
  Object.entries(NAMES).flatMap(([meaning, names]) =>
    names.map((name, rank) => [name, { meaning: meaning as Meaning, rank }] as const),
  ),
);

/** Words that say whose field it is, or ask for it. */
const FILLERS = new Set(
  'what whats is s the your you my our please enter tell us and if any of contact lead customer person primary main best hs optional required full'.split(
    ' ',
  ),
);

/** `firstName`, `first_name`, `What is your first name?` in small words. */
const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\be-mail\b/g, 'email')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

/** What a name says, and how surely (0 is surest); undefined for a name that says nothing we know. */
export function meaningOf(name: string): { meaning: Meaning; rank: number } | undefined {
  // As forms of PHP and Rails write it: lead[phone], form_fields[email].
  const inner = /\[([^\]]+)\]$/.exec(name)?.[1];
  const words = wordsIn(name);
  const bare = words.filter((word) => !FILLERS.has(word)).join('');
  // An id says whose only with all of its words.
  return (
    MEANINGS.get(words.join('')) ??
    (inner === undefined ? undefined : meaningOf(inner)) ??
    (bare === 'id' ? undefined : MEANINGS.get(bare))
  );
}

/** A name as a variable has it: `Roof type` becomes `roof_type`. */
export function variableNameOf(name: string): string {
  const plain = wordsIn(name.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .map((word) => word.replaceAll(/[^a-z\d]/g, ''))
    .filter(Boolean)
    .join('_')
    .slice(0, 64);
  return /^[a-z]/.test(plain) ? plain : `field_${plain}`.slice(0, 64).replace(/_$/, '');
}
