import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type Choice, type FormProblem, SelectField, TextAreaField, TextField } from '../shared/field.js';
import { Form, FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { VariableRows } from './variable-rows.js';

const LIST = { href: '/settings/contacts', label: 'Contacts' };

type TextName =
  | 'phone'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'company'
  | 'country_code'
  | 'timezone'
  | 'crm_id'
  | 'crm_source';

export interface ContactEditorProps {
  frame: Frame;
  /** null for a new one. */
  contact: { id: string; name: string } | null;
  texts: Record<TextName, string>;
  countries: readonly Choice[];
  /** One a line. */
  tags: string;
  variables: readonly { name: string; value: string }[];
  version: string;
  problems: readonly FormProblem[];
}

interface Field {
  name: TextName;
  label: string;
  hint?: string;
  maxLength?: number;
  type?: 'tel' | 'email';
}

/** Fields that stand beside each other. */
const LINES: readonly (readonly Field[])[] = [
  [
    {
      name: 'phone',
      label: 'Phone',
      hint: 'Without a country code: a number of the country below, else of the organization’s default.',
      maxLength: 100,
      type: 'tel',
    },
  ],
  [
    { name: 'first_name', label: 'First name', maxLength: 200 },
    { name: 'last_name', label: 'Last name', maxLength: 200 },
  ],
  [
    { name: 'email', label: 'E-mail', maxLength: 254, type: 'email' },
    { name: 'company', label: 'Company', maxLength: 200 },
  ],
  [
    { name: 'country_code', label: 'Country', hint: 'Where the contact is at home.' },
    { name: 'timezone', label: 'Time zone', hint: 'Such as America/Chicago.', maxLength: 64 },
  ],
  [
    { name: 'crm_source', label: 'CRM', hint: 'Where it came from, such as hubspot.', maxLength: 200 },
    { name: 'crm_id', label: 'ID in the CRM', hint: 'The contact’s number or key there.', maxLength: 200 },
  ],
];

const NO_COUNTRY = { value: '', label: 'Not known' };

const LABELS = Object.fromEntries(LINES.flat().map(({ name, label }) => [name, label]));

export const ContactEditorPage = (props: ContactEditorProps) => {
  const { frame, contact, texts, countries, tags, version, problems } = props;
  const title = contact ? 'Edit contact' : 'Create contact';
  const way = contact ? [LIST, { href: `${LIST.href}/${contact.id}`, label: contact.name }] : [LIST];
  const back = way.at(-1) ?? LIST;
  return (
    <Shell title={`${title} · Contacts`} frame={frame}>
      <PageHead title={title} from={way} />
      <Form frame={frame} action={back.href} class="form">
        <ErrorSummary problems={problems} labels={LABELS} />
        {contact && <input type="hidden" name="version" value={version} />}
        {LINES.map((line) => (
          <div class={line.length > 1 ? 'side-by-side' : undefined}>
            {line.map((field) => {
              const props = { ...field, value: texts[field.name], problems };
              return field.name === 'country_code' ? (
                <SelectField {...props} optional choices={[NO_COUNTRY, ...countries]} />
              ) : (
                <TextField {...props} optional={field.name !== 'phone'} autocomplete="off" />
              );
            })}
          </div>
        ))}
        <TextAreaField
          name="tags"
          label="Tags"
          optional
          hint="Words to find contacts by, one a line."
          rows={4}
          value={tags}
          spellcheck={false}
          problems={problems}
        />
        <VariableRows
          hint={
            <>
              What else an agent should know: <code>plan</code> fills <code>{'{{plan}}'}</code> in its words.
              Empty rows are left out.
            </>
          }
          variables={props.variables}
          problems={problems}
        />
        <FormButtons submit={contact ? 'Save contact' : 'Create contact'} back={back.href} />
      </Form>
    </Shell>
  );
};
