import { Random } from './random.js';

/** A contact of the demo organization. */
export interface DemoPerson {
  id: string;
  phone: string;
  firstName: string;
  lastName: string | null;
  email: string | null;
  company: string | null;
  timezone: string;
  crmId: string | null;
  tags: string[];
  source: 'intake' | 'api' | 'import';
  createdAtMs: number;
}

/** Area codes by time zone; together with 555-01XX they make numbers that belong to nobody. */
const AREA_CODES: Readonly<Record<string, string>> = {
  'America/New_York':
    '201 202 203 207 212 215 216 219 224 229 231 234 239 240 248 252 267 269 272 276 301 302 304 305 313 315 321 330 336 339 347 351 352 386 401 404 407 410 412 413 419 434 440 443 470 475 478 484 508 513 516 517 518 540 551 561 567 570 571 585 586 603 607 609 610 614 616 617 631 646 678 703 704 706 716 717 718 727 732 740 743 757 762 770 772 774 781 786 802 803 804 810 813 814 828 843 845 848 856 857 862 863 864 878 904 908 910 912 914 917 919 929 937 941 947 954 973 978 980 984 989',
  'America/Chicago':
    '205 210 214 217 218 225 228 251 254 256 262 270 281 309 312 314 316 318 319 320 325 331 334 346 361 402 405 409 414 417 430 432 469 479 501 504 507 512 515 531 534 539 563 573 580 601 605 608 612 615 618 620 630 636 641 651 660 662 682 701 708 712 713 715 731 737 763 769 773 779 785 806 815 816 817 830 832 847 870 872 901 903 913 918 920 931 936 940 952 956 972 979 985',
  'America/Denver': '303 307 385 406 435 505 575 719 720 801 915 970',
  'America/Los_Angeles':
    '206 209 213 253 310 323 360 408 415 424 425 442 503 509 510 530 541 559 562 619 626 650 657 661 702 707 714 725 747 760 775 805 818 831 858 909 916 925 949 951 971',
};
const AREAS = Object.entries(AREA_CODES).flatMap(([timezone, codes]) =>
  codes.split(' ').map((code) => ({ timezone, code })),
);

/** Line numbers 0110 to 0199: the simulated carrier gives the ones before their own outcomes. */
const FIRST_LINE = 110;
const LINES = 90;

const MOST_PEOPLE = AREAS.length * LINES;

const FIRST_NAMES =
  'Olivia Liam Emma Noah Amelia Oliver Sophia Elijah Isabella Mateo Camila Lucas Harper Levi Gianna Ezra Luna Asher Aria Leo James Mary Robert Patricia Maria Carlos Wei Mei Aisha Omar Fatima Raj Priya Kenji Yuki Ingrid Lars Chloe Hugo Nina Peter Zanele Kwame Ruth Samuel Grace Henry Alice Frank Rosa Victor Elena Marcus Tanya Derek Joanna Miguel Sofia Andre Bianca'.split(
    ' ',
  );
const LAST_NAMES =
  "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Patel Kim Chen Okafor Kowalski Novak O'Brien Schneider Ivanova Haddad".split(
    ' ',
  );
const COMPANY_WORDS =
  'Northwind Lakeside Summit Harbor Juniper Granite Bluebird Cedar Prairie Redwood Silverline Maple Orchard Pioneer Riverside Sterling Beacon Evergreen Foxglove Keystone'.split(
    ' ',
  );
const COMPANY_KINDS = [
  'Dental',
  'Roofing',
  'Logistics',
  'Bakery',
  'Law',
  'Fitness',
  'Realty',
  'Motors',
  'Clinic',
  'Studio',
  'Foods',
  'Plumbing',
];
const TAGS = ['newsletter', 'trial', 'vip', 'partner', 'webinar', 'referral', 'enterprise', 'win-back'];

const DAY_MS = 86_400_000;

/** How many people take part in so many calls: most are called a few times. */
export const peopleFor = (calls: number): number =>
  Math.min(MOST_PEOPLE, Math.max(40, Math.round(calls / 4)));

/** Person number `index`; each has a number of their own. They were known before the first of the calls. */
export function demoPerson(index: number, now: Date, random: Random): DemoPerson {
  const { code, timezone } = AREAS[index % AREAS.length] as (typeof AREAS)[number];
  const line = FIRST_LINE + (Math.floor(index / AREAS.length) % LINES);
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.chance(0.93) ? random.pick(LAST_NAMES) : null;
  const company = random.chance(0.55) ? `${random.pick(COMPANY_WORDS)} ${random.pick(COMPANY_KINDS)}` : null;
  const createdAtMs = now.getTime() - random.int(92 * DAY_MS, 700 * DAY_MS);
  return {
    id: random.uuidAt(createdAtMs),
    phone: `+1${code}5550${line}`,
    firstName,
    lastName,
    email: random.chance(0.82) ? emailOf(firstName, lastName, company, index) : null,
    company,
    timezone,
    crmId: random.chance(0.6) ? `C-${10_000 + index}` : null,
    tags: TAGS.filter(() => random.chance(0.14)),
    source: random.weighted(SOURCES).source,
    createdAtMs,
  };
}

const SOURCES = [
  { source: 'import', weight: 5 },
  { source: 'intake', weight: 4 },
  { source: 'api', weight: 1 },
] as const;

/** Below example.com and example.org, which belong to nobody (RFC 2606). */
function emailOf(first: string, last: string | null, company: string | null, index: number): string {
  const name = [first, last].filter((part) => part !== null).join('.');
  const host = company ? `${company.replaceAll(/[^a-z]/gi, '')}.example.com` : 'mail.example.org';
  return `${name.replaceAll(/[^a-z.]/gi, '')}${index}@${host}`.toLowerCase();
}
