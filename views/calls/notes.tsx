import type { Frame } from '../layouts/frame.js';
import { type FormProblem, TextAreaField } from '../shared/field.js';
import { Form } from '../shared/form.js';
import { Time } from '../shared/time.js';
import type { CallShown } from './call-shown.js';
import { Part } from './part.js';

const SOURCES = {
  request: 'With the request',
  operator: 'A person',
  agent: 'The agent',
  api: 'The API',
} as const;

interface NotesProps {
  frame: Frame;
  call: CallShown;
  /** What was typed before the form was refused. */
  typed: string;
  problems: readonly FormProblem[];
  /** What is made of the call may add some. */
  isWaiting: boolean;
}

/** Remarks on the call, oldest first, and one more. */
export const Notes = ({ frame, call, typed, problems, isWaiting }: NotesProps) => (
  <section class="notes">
    <h2 id="notes">Notes</h2>
    <Part id="call-notes" isWaiting={isWaiting}>
      {call.notes?.length === 0 && <p>None yet.</p>}
      <ul>
        {call.notes?.map((note) => (
          <li>
            <p class="body">{note.body}</p>
            <small>
              <bdi>{note.author ?? SOURCES[note.source]}</bdi>, <Time at={note.created_at} />
            </small>
          </li>
        ))}
      </ul>
    </Part>
    {frame.person?.mayChange && (
      <Form frame={frame} action={`/settings/calls/${call.id}/notes`}>
        <TextAreaField
          name="body"
          label="New note"
          value={typed}
          rows={3}
          maxLength={5_000}
          problems={problems}
        />
        <button type="submit" class="button quiet">
          Add note
        </button>
      </Form>
    )}
  </section>
);
