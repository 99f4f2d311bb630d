/** What an agent is told, in words; an empty value is shown as none. */
export interface FactGroup {
  title: string;
  facts: readonly { label: string; value: string | readonly { name: string; text: string }[] }[];
}

interface FactsProps {
  groups: readonly FactGroup[];
  /** What is easily overlooked, by the fact's label. */
  notes?: Readonly<Record<string, string>>;
  /** Where the agent is edited; each group has a page of its own there. */
  edit?: string;
}

export const Facts = ({ groups, notes = {}, edit }: FactsProps) => (
  <>
    {groups.map(({ title, facts }) => (
      <section>
        <div class="section-head">
          <h2>{title}</h2>
          {edit !== undefined && (
            <a class="button quiet small" href={`${edit}/${title.toLowerCase()}`}>
              {`Edit ${title.toLowerCase()}`}
            </a>
          )}
        </div>
        <dl class="facts told">
          {facts.map(({ label, value }) => (
            <>
              <dt>{label}</dt>
              <dd>
                {typeof value === 'string' ? <Text text={value} /> : <Items items={value} />}
                {notes[label] && <p class="note">{notes[label]}</p>}
              </dd>
            </>
          ))}
        </dl>
      </section>
    ))}
  </>
);

const Text = ({ text }: { text: string }) =>
  text === '' ? <span class="none">None</span> : <p class="words">{text}</p>;

const Items = ({ items }: { items: readonly { name: string; text: string }[] }) =>
  items.length === 0 ? (
    <span class="none">None</span>
  ) : (
    <ul class="items">
      {items.map(({ name, text }) => (
        <li>
          <strong>{name}</strong>
          <p class="words">{text}</p>
        </li>
      ))}
    </ul>
  );
