interface TabsProps {
  /** What the tabs are parts of. */
  label: string;
  tabs: readonly { href: string; label: string }[];
  /** The address of the one that is shown. */
  current: string;
}

/** Parts of one thing, each a page of its own with its own address. */
export const Tabs = ({ label, tabs, current }: TabsProps) => (
  <nav class="tabs" aria-label={label}>
    <ul>
      {tabs.map((tab) => (
        <li>
          <a href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
            {tab.label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
