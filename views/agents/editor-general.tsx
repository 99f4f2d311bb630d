import { FilledArea, FilledText } from '../shared/filled-field.js';
import type { SectionProps } from './editor.js';

/** A variable in the agent's words, and what will become of it. */
export interface UsedVariable {
  name: string;
  kind: 'known' | 'own' | 'misspelt' | 'broken';
  /** What was probably meant. */
  meant: string | null;
}

const LANGUAGES = ['en-US', 'en-GB', 'es-US', 'es-ES', 'fr-FR', 'de-DE', 'it-IT', 'pt-BR', 'nl-NL'];

export const GeneralFields = (props: SectionProps) => (
  <>
    <FilledText form={props} name="name" label="Name" hint="The agent can say this name." maxLength={200} />
    <FilledArea
      form={props}
      name="prompt"
      label="Prompt"
      optional
      hint="Who the agent is, what it does, and what it must not. Without one it only greets."
      rows={14}
    />
    <FilledArea
      form={props}
      name="greeting"
      label="Greeting"
      hint="The first words, once the call is answered."
      rows={3}
    />
    <Variables variables={props.variables} />
    <div class="side-by-side">
      <FilledText
        form={props}
        name="language"
        label="Language"
        hint="A tag such as en-US."
        list="languages"
        spellcheck={false}
      />
      <FilledText
        form={props}
        name="voice"
        label="Voice"
        optional
        hint="As the carrier names it. Empty: the carrier’s default."
        maxLength={100}
        spellcheck={false}
      />
    </div>
    <FilledArea
      form={props}
      name="hints"
      label="Expected words"
      optional
      hint="Names and products that callers say, one a line: they are understood better."
      rows={3}
    />
    <div class="side-by-side">
      <FilledText
        form={props}
        name="model"
        label="Model"
        optional
        hint={`Empty: the default, ${props.defaultModel}.`}
        maxLength={200}
        spellcheck={false}
      />
      <FilledText
        form={props}
        name="temperature"
        label="Temperature"
        optional
        hint="0 to 2. Empty: the model’s own."
        inputMode="decimal"
      />
    </div>
    <FilledText
      form={props}
      name="fallback_line"
      label="Fallback line"
      hint="Said once when the model is late or fails."
      maxLength={300}
    />
    <datalist id="languages">
      {LANGUAGES.map((tag) => (
        <option value={tag} />
      ))}
    </datalist>
  </>
);

const KNOWN = ['first_name', 'last_name', 'company', 'email', 'phone'];

const FATES: Record<UsedVariable['kind'], string> = {
  known: 'filled in from the contact; empty where it has none',
  own: 'filled in where the contact or the call has a variable of this name, else left out',
  misspelt: 'filled in only by a variable of exactly this name',
  broken: 'not a name: said as it stands',
};

const Variables = ({ variables }: Pick<SectionProps, 'variables'>) => (
  <section class="variables" aria-label="Variables" id="variables">
    <p>
      {'Variables for prompt and greeting: '}
      {KNOWN.map((name) => (
        <>
          <code>{`{{${name}}}`}</code>{' '}
        </>
      ))}
      and any variable of the contact or the call.
    </p>
    {variables.length > 0 && (
      <ul>
        {variables.map(({ name, kind, meant }) => (
          <li class={kind}>
            <code>{`{{${name}}}`}</code>
            <span>
              {FATES[kind]}
              {meant !== null && (
                <>
                  ; did you mean <code>{`{{${meant}}}`}</code>?
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
