import type { Frame } from '../layouts/frame.js';
import { Form } from '../shared/form.js';
import { Status } from '../shared/status.js';

export const MappingStatus = ({ active }: { active: boolean }) => (
  <Status tone={active ? 'good' : 'off'} word={active ? 'Active' : 'Paused'} />
);

interface ToggleProps {
  frame: Frame;
  id: string;
  name: string;
  active: boolean;
  /** Where to look afterwards. */
  back: 'list' | 'mapping' | 'log';
}

/** Pauses a mapping or lets it take requests again, at once. */
export const Toggle = ({ frame, id, name, active, back }: ToggleProps) => {
  const verb = active ? 'Pause' : 'Activate';
  return (
    <Form frame={frame} action={`/settings/webhook-mappings/${id}/${active ? 'disable' : 'enable'}`}>
      <input type="hidden" name="back" value={back} />
      <button
        type="submit"
        class={back === 'mapping' ? 'button quiet' : 'button quiet small'}
        aria-label={back === 'list' ? `${verb} ${name}` : undefined}
      >
        {back === 'list' ? verb : `${verb} mapping`}
      </button>
    </Form>
  );
};
