interface JsonViewProps {
  /** What the value is, for who does not see the page around it. */
  label: string;
  /** As JSON.parse gives it. */
  value: unknown;
}

/** A JSON value as a tree that folds; works without a script. */
export const JsonView = ({ label, value }: JsonViewProps) => (
  <div class="json" role="region" aria-label={label} tabIndex={0}>
    <Branch value={value} depth={0} />
  </div>
);

/** Deeper than this a branch begins folded. */
const OPEN_DEPTH = 2;

interface BranchProps {
  name?: string;
  value: unknown;
  depth: number;
}

const Branch = ({ name, value, depth }: BranchProps) => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return (
      <p>
        <Name name={name} />
        <code class={value === null ? 'null' : typeof value}>{JSON.stringify(value)}</code>
      </p>
    );
  }
  const entries = Object.entries(value);
  const noun = Array.isArray(value) ? 'item' : 'field';
  return (
    <details open={depth < OPEN_DEPTH}>
      <summary>
        <Name name={name} />
        <small>{`${entries.length} ${noun}${entries.length === 1 ? '' : 's'}`}</small>
      </summary>
      {entries.map(([key, child]) => (
        <Branch name={key} value={child} depth={depth + 1} />
      ))}
    </details>
  );
};

const Name = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : <span class="name">{name}: </span>;
