import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { SelectField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { Form } from '../shared/form.js';
import { Notice } from '../shared/notice.js';
import { PageHead } from '../shared/page-head.js';
import { NewestAndOlder } from '../shared/pagination.js';
import { isReplayable, type LogListProps, LogLines, mayReplay } from './log-lines.js';
import { Toggle } from './mapping-status.js';
import { OUTCOMES } from './outcome.js';
import { wayTo } from './places.js';

export const LogPage = (props: LogListProps) => {
  const { frame, mapping, outcome, since, lines, pages } = props;
  const path = `/settings/webhook-mappings/${mapping.id}`;
  const isFiltered = outcome !== '' || since !== '';
  return (
    <Shell title={`Log · ${mapping.name}`} frame={frame} scripts={['intake-log.js']}>
      <PageHead
        title="Log"
        from={wayTo(mapping)}
        purpose="Every request of the last 30 days, accepted or not. What was refused can be replayed once the mapping is fixed."
      />
      {!mapping.active && (
        <Notice
          tone="waiting"
          title="This mapping is paused"
          button={frame.person?.mayChange && <Toggle frame={frame} {...mapping} back="log" />}
        >
          What is posted is refused with 409, and nothing can be replayed until it is active.
        </Notice>
      )}
      <FilterBar action={`${path}/log`} clear={isFiltered ? `${path}/log` : null}>
        <SelectField
          name="outcome"
          label="Outcome"
          value={outcome}
          choices={[
            { value: '', label: 'Any' },
            ...Object.entries(OUTCOMES).map(([value, { word }]) => ({ value, label: word })),
          ]}
        />
        <SelectField name="since" label="Received" value={since} choices={props.sinceChoices} />
      </FilterBar>
      {lines.length === 0 ? (
        <EmptyState
          title={isFiltered ? 'Nothing matches' : 'No requests yet'}
          text={
            isFiltered
              ? 'No request of this kind was received in this time.'
              : 'What is posted to the mapping’s address shows up here.'
          }
        />
      ) : (
        <Form frame={frame} action={`${path}/replays`}>
          <LogLines {...props} />
          {mayReplay(props) && <ReplayButtons {...props} />}
        </Form>
      )}
      <NewestAndOlder {...pages} />
    </Shell>
  );
};

const ReplayButtons = ({ since, refused, lines }: LogListProps) =>
  refused === '0' ? null : (
    <div class="buttons">
      <input type="hidden" name="since" value={since} />
      {lines.some(isReplayable) && (
        <>
          <button type="button" class="button quiet" data-select-all hidden>
            Select all
          </button>
          <button type="submit" class="button quiet" name="what" value="selected">
            Replay selected
          </button>
        </>
      )}
      <button type="submit" class="button quiet" name="what" value="all">
        {`Replay all refused (${refused})`}
      </button>
      <p class="hint">
        They are posted again, the oldest first, through the mapping as it is now. What was accepted since is
        left out.
      </p>
    </div>
  );
