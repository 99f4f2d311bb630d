/** What an agent is told, in words; an empty value is shown as none. */
export interface FactGroup {
  title: string;
  facts: readonly { label: string; value: string | readonly { name: string; text: string }[] }[];
}

export const Facts = ({ groups }: { groups: readonly FactGroup[] }) => (
  <>
    {groups.map(({ title, facts }) => (
      <section>
        <h2>{title}</h2>
        <dl class="facts told">
          {facts.map(({ label, value }) => (
            <>
              <dt>{label}</dt>
              <dd>{typeof value === 'string' ? <Text text={value} /> : <Items items={value} />}</dd>
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
