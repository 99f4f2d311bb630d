import type { HeardTurn, ModelTurn } from './talk-protocol.js';

/** What became of the turns of some seconds. */
export interface Turns {
  /** Calls whose socket is still open. */
  open: number;
  said: number;
  /** Milliseconds of processor time a turn. */
  nodeCpu: number;
  postgresCpu: number;
  /** Turns that the customer heard no word of an answer to. */
  unanswered: number;
  added: number[];
  interrupted: number;
  aborts: number[];
}

/** Puts together what the carrier and the model saw. */
export function turnsOf(
  heard: HeardTurn[],
  asked: ModelTurn[],
): Omit<Turns, 'open' | 'nodeCpu' | 'postgresCpu'> {
  // A turn may be asked again when nobody speaks after an interruption.
  const byId = new Map(asked.toReversed().map((turn) => [turn.id, turn]));
  const added = heard.map((turn) => addedTime(turn, byId.get(turn.id)));
  const interrupted = heard.filter((turn) => turn.interrupted !== null);
  const aborts = interrupted.map((turn) => (byId.get(turn.id)?.aborted ?? NaN) - (turn.interrupted ?? NaN));
  return {
    said: heard.length,
    unanswered: added.filter(Number.isNaN).length,
    added: added.filter((time) => !Number.isNaN(time)),
    interrupted: interrupted.length,
    aborts: aborts.filter((time) => !Number.isNaN(time)),
  };
}

/** From the customer's words to the model's request, and from the model's first word to the first one spoken. */
const addedTime = ({ said, firstText }: HeardTurn, model: ModelTurn | undefined): number =>
  (model?.asked ?? NaN) - said + ((firstText ?? NaN) - (model?.firstToken ?? NaN));
