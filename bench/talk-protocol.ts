/** What the processes of the conversation bench tell each other. All moments are of `now()`. */

/** One call as the carrier knows it. */
export interface BenchCall {
  id: string;
  /** Address of its relay socket. */
  url: string;
  callSid: string;
}

/** To the process that plays the carrier. */
export type PhonesOrder =
  /** Opens a socket for each of these, and lets the agents greet. */
  | { order: 'open'; calls: BenchCall[] }
  /** Lets every customer say something every few seconds; every third time the customer breaks in. */
  | { order: 'talk'; seconds: number }
  | { order: 'hang up' };

/** A customer's turn, seen from the carrier. Null: it did not happen. */
export interface HeardTurn {
  id: string;
  said: number;
  firstText: number | null;
  interrupted: number | null;
}

export interface PhonesReport {
  open: number;
  turns: HeardTurn[];
}

/** The same turn, seen from the model. */
export interface ModelTurn {
  id: string;
  asked: number;
  firstToken: number | null;
  /** Its answer was cut off by the service. */
  aborted: number | null;
}

/** How a turn is recognized on both sides: the customer says its id. */
export const turnText = (id: string): string => `This is turn ${id}, what do you say?`;
export const turnIn = (text: string): string | null =>
  [...text.matchAll(/turn (\d+-\d+),/g)].at(-1)?.[1] ?? null;
