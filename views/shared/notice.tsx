import type { ComponentChildren } from 'preact';

interface NoticeProps {
  tone: 'bad' | 'waiting';
  title: string;
  children?: ComponentChildren;
  /** What to do about it. */
  action?: { href: string; label: string };
  /** The button that does it here and now. */
  button?: ComponentChildren;
}

/** Something about the thing on the page that wants somebody's attention. */
export const Notice = ({ tone, title, children, action, button }: NoticeProps) => (
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
    {button}
  </div>
);
