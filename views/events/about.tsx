/** What an event is about, as it is called now; without an address where that is gone. */
export interface Subject {
  label: string;
  href: string | null;
}

export const About = ({ subject: { label, href } }: { subject: Subject }) =>
  href === null ? (
    <span class="none" dir="auto" title={label}>
      {label}
    </span>
  ) : (
    <a class="above" href={href} dir="auto" title={label}>
      {label}
    </a>
  );
