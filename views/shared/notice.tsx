import type { ComponentChildren } from 'preact';

interface NoticeProps {
  tone: 'bad' | 'waiting';
  title: string;
  children?: ComponentChildren;
  /** What to do about it. */
  action?: { href: string; label: string };
}

/** Something about the thing on the page that wants somebody's attention. */
export const Notice = ({ tone, title, children, action }: NoticeProps) => (
  <div class={`notice ${tone}`}>
    <div>
      <strong>{title}</strong>
      {children && <p>{children}</p>}
    </div>
    {action && (
      <a class="button quiet small" href={action.href}>
        {action.label}
      </a>
    )}
  </div>
);
