import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { CarrierSection, type CarrierSectionProps } from './carrier-section.js';
import { Copy } from '../shared/copy.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { AllowedCountries } from './allowed-countries.js';
import { Check } from '../shared/check-field.js';
import { type Choice, type FormProblem, SelectField, TextField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Status } from '../shared/status.js';

/** What came of asking the model. */
export type ModelTested =
  { works: true; model: string; ms: number } | { works: false; word: string; detail: string };

export interface OrganizationProps {
  frame: Frame;
  id: string;
  /** When it was changed last, as this page knows it. */
  seen: string;
  general: {
    name: string;
    defaultCountry: string;
    countries: readonly Choice[];
    /** Countries that may be called, and the others. */
    allowed: readonly Choice[];
    notAllowed: readonly Choice[];
    requireExistingContact: boolean;
    maxConcurrentCalls: string;
    problems: readonly FormProblem[];
  };
  carrier: CarrierSectionProps['carrier'];
  model: {
    baseUrl: string;
    name: string;
    keyLastFour: string | null;
    hasKey: boolean;
    problems: readonly FormProblem[];
    /** The organization has its own server; otherwise it uses the one of the installation. */
    isOwn: boolean;
    /** The model that is saved, whatever was typed. */
    saved: string | null;
    /** When it was tested just now; null otherwise. */
    tested: ModelTested | null;
  };
}

export const OrganizationPage = ({ frame, id, seen, general, carrier, model }: OrganizationProps) => (
  <Shell title="Organization" frame={frame}>
    <PageHead title="Organization" purpose="What holds for all of its agents, calls and contacts." />
    <dl class="facts beside-form">
      <dt>Organization ID</dt>
      <dd>
        <Copy value={id} label="organization id" />
      </dd>
    </dl>
    <General frame={frame} seen={seen} general={general} />
    <CarrierSection frame={frame} seen={seen} carrier={carrier} />
    <section aria-labelledby="model">
      <h2 id="model">Language model</h2>
      <p>What agents think with. Without an address, agents use the server of this installation.</p>
      <Model frame={frame} seen={seen} model={model} />
      <ModelTest frame={frame} model={model} />
    </section>
  </Shell>
);

const Save = ({ frame, label }: { frame: Frame; label: string }) =>
  frame.person?.mayChange ? (
    <div class="buttons">
      <button type="submit" class="button primary">
        {label}
      </button>
    </div>
  ) : null;

const General = ({ frame, seen, general }: Pick<OrganizationProps, 'frame' | 'seen' | 'general'>) => {
  const { problems } = general;
  return (
    <Form frame={frame} action="/settings/organization">
      <fieldset class="form" disabled={!frame.person?.mayChange}>
        <legend class="unseen">General</legend>
        <ErrorSummary problems={problems} />
        <input type="hidden" name="seen" value={seen} />
        <TextField name="name" label="Name" value={general.name} maxLength={200} problems={problems} />
        <SelectField
          name="default_country"
          label="Default country"
          hint="Numbers without a country code are read as numbers of this country."
          value={general.defaultCountry}
          choices={general.countries}
          problems={problems}
        />
        <AllowedCountries mayChange={frame.person?.mayChange ?? false} {...general} />
        <TextField
          name="max_concurrent_calls"
          label="Calls at once"
          hint="More are refused until one ends. 0 stops all calling."
          type="number"
          value={general.maxConcurrentCalls}
          problems={problems}
        />
        <Check
          name="require_existing_contact"
          label="Call only numbers that are contacts already"
          checked={general.requireExistingContact}
        />
        <Save frame={frame} label="Save organization" />
      </fieldset>
    </Form>
  );
};

const Model = ({ frame, seen, model }: Pick<OrganizationProps, 'frame' | 'seen' | 'model'>) => {
  const { problems, keyLastFour, hasKey } = model;
  const kept = keyLastFour === null ? 'A key is kept.' : `A key that ends in ${keyLastFour} is kept.`;
  return (
    <Form frame={frame} action="/settings/organization/model">
      <fieldset class="form" disabled={!frame.person?.mayChange}>
        <legend class="unseen">Language model</legend>
        <ErrorSummary problems={problems} />
        <input type="hidden" name="seen" value={seen} />
        <TextField
          name="llm_base_url"
          label="Address"
          hint="An OpenAI-compatible server, such as https://api.openai.com/v1. Empty for the installation’s own, which takes no key of yours."
          optional
          value={model.baseUrl}
          autocomplete="off"
          problems={problems}
        />
        <TextField
          name="llm_model"
          label="Model"
          hint="Its name on that server, for agents that name none. Empty for the name this installation uses."
          value={model.name}
          autocomplete="off"
          optional
          problems={problems}
        />
        <TextField
          name="llm_api_key"
          label="API key"
          optional
          hint={
            hasKey
              ? `${kept} Fill this in to replace it. Changing the address removes it.`
              : 'Kept encrypted, and never shown again.'
          }
          type="password"
          autocomplete="off"
          problems={problems}
        />
        {hasKey && <Check name="forget_key" label="Remove the key" checked={false} />}
        <Save frame={frame} label="Save language model" />
      </fieldset>
    </Form>
  );
};

const onTheInstallation = (saved: string | null): string =>
  saved === null ? 'the model of this installation' : `${saved} on the server of this installation`;

const ModelTest = ({
  frame,
  model: { isOwn, saved, tested },
}: Pick<OrganizationProps, 'frame' | 'model'>) => (
  <div class="model-test">
    {frame.person?.mayChange && (
      <Form frame={frame} action="/settings/organization/model-test#model-test">
        <button type="submit" class="button quiet" aria-describedby="model-test-hint">
          Test model
        </button>
        <small id="model-test-hint">
          Asks {isOwn ? 'your model' : onTheInstallation(saved)} for one word. What is saved is tested, not
          what is typed above.
        </small>
      </Form>
    )}
    {tested && (
      <p role="status" id="model-test" tabIndex={-1} autoFocus data-focus>
        {tested.works ? (
          <>
            <Status tone="good" word="The model works" />
            <small>
              {tested.model} answered in {tested.ms} ms.
            </small>
          </>
        ) : (
          <>
            <Status tone="bad" word={tested.word} /> <small>{tested.detail}</small>
          </>
        )}
      </p>
    )}
  </div>
);
