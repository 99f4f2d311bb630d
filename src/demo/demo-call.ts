import { INBOUND_OUTCOMES, OUTBOUND_OUTCOMES, type Outcome } from './call-outcomes.js';
import type { DemoPerson } from './people.js';
import type { Random } from './random.js';
import type { Facts } from './script.js';
import { INBOUND_TOPICS } from './inbound-topics.js';
import { OUTBOUND_TOPICS } from './outbound-topics.js';
import type { Topic } from './topic.js';

/** An agent of the demo organization, and what it is there for. */
interface DemoAgent {
  id: string;
  name: string;
}

/** Who takes part: what calls refer to. */
export interface Cast {
  agents: readonly DemoAgent[];
  /** Ids of the campaigns by name. */
  campaigns: ReadonlyMap<string, string>;
  platformNumber: string;
}

/** What earlier calls with a person left behind. */
export interface History {
  calls: number;
  lastCallId: string;
  lastCallAtMs: number;
  lastEndedAtMs: number;
  brief: string;
  optedOut: boolean;
}

/** A finished call. Instants in milliseconds since 1970. */
export interface DemoCall {
  id: string;
  inbound: boolean;
  agent: DemoAgent;
  /** Null when the caller withheld the number. */
  person: DemoPerson | null;
  campaignId: string | null;
  platformNumber: string;
  carrierCallId: string | null;
  outcome: Outcome;
  topic: Topic;
  facts: Facts;
  success: boolean | null;
  startedAtMs: number;
  dialedAtMs: number | null;
  ringingAtMs: number | null;
  answeredAtMs: number | null;
  endedAtMs: number;
  finalizedAtMs: number;
  /** Whole seconds from the answer to the end. */
  duration: number;
  history: History | null;
}

const INBOUND_SHARE = 0.28;
const WITHHELD_SHARE = 0.03;
const CAMPAIGN_SHARE = 0.85;

/** Makes the call that began at `startedAtMs`; `choose` finds somebody to talk to. */
export function demoCall(
  startedAtMs: number,
  cast: Cast,
  choose: (inbound: boolean) => { person: DemoPerson; history: History | null },
  random: Random,
): DemoCall {
  const inbound = random.chance(INBOUND_SHARE);
  const { person, history } = choose(inbound);
  const known = !inbound || !random.chance(WITHHELD_SHARE);
  const outcome = random.weighted(inbound ? INBOUND_OUTCOMES : OUTBOUND_OUTCOMES);
  const topic = random.pick(inbound ? INBOUND_TOPICS : OUTBOUND_TOPICS);
  const agent = agentFor(topic, cast);
  const campaign = topic.campaign !== null && random.chance(CAMPAIGN_SHARE) ? topic.campaign : null;
  const reachedCarrier = outcome.reason !== 'provider-unavailable';
  return {
    id: random.uuidAt(startedAtMs),
    inbound,
    agent,
    person: known ? person : null,
    campaignId: campaign === null ? null : (cast.campaigns.get(campaign) ?? null),
    platformNumber: cast.platformNumber,
    carrierCallId: reachedCarrier ? `CA${random.hex(32)}` : null,
    outcome,
    topic,
    facts: factsOf(person, agent, random),
    success: successOf(outcome, random),
    ...times(startedAtMs, inbound, outcome, random),
    history: known ? history : null,
  };
}

/** Each matter has its agent; who comes first is Ava, and she follows leads up. */
function agentFor({ name }: Topic, { agents }: Cast): DemoAgent {
  const index = [...OUTBOUND_TOPICS, ...INBOUND_TOPICS].findIndex((topic) => topic.name === name);
  return agents[index % agents.length] as DemoAgent;
}

const PRODUCTS = ['the starter plan', 'the team plan', 'call answering', 'the scheduling add-on'];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const TIMES = ['8:30', '9:00', '10:15', '11:00', '1:30', '2:00', '3:45', '4:30'];
const MONTHS = ['January', 'March', 'April', 'June', 'September', 'October', 'December'];

const factsOf = ({ firstName, lastName }: DemoPerson, agent: DemoAgent, random: Random): Facts => ({
  first: firstName,
  last: lastName ?? firstName,
  agent: agent.name,
  product: random.pick(PRODUCTS),
  day: random.pick(DAYS),
  time: random.pick(TIMES),
  month: random.pick(MONTHS),
  count: String(random.int(2, 60)),
  amount: String(random.int(4, 60) * 5),
  order: `A-${random.int(10_000, 99_999)}`,
});

function successOf({ success: [yes, no] }: Outcome, random: Random): boolean | null {
  const draw = random.next();
  if (draw < yes) return true;
  return draw < yes + no ? false : null;
}

type Times = Pick<
  DemoCall,
  'startedAtMs' | 'dialedAtMs' | 'ringingAtMs' | 'answeredAtMs' | 'endedAtMs' | 'finalizedAtMs' | 'duration'
>;

function times(startedAtMs: number, inbound: boolean, outcome: Outcome, random: Random): Times {
  const { median, spread, min, max } = outcome.seconds;
  const seconds = Math.round(random.around(median, spread, min, max));
  const dialedAtMs = inbound ? null : startedAtMs + random.int(8, 90);
  const reachedMs = dialedAtMs === null ? startedAtMs : dialedAtMs + random.int(900, 2_600);
  const ringingAtMs = outcome.rang ? reachedMs : null;
  const answeredAtMs =
    outcome.heard === null
      ? null
      : reachedMs + (inbound ? random.int(300, 1_600) : Math.round(random.around(9_000, 0.5, 2_000, 32_000)));
  const endedAtMs = (answeredAtMs ?? ringingAtMs ?? dialedAtMs ?? startedAtMs) + seconds * 1_000;
  return {
    startedAtMs,
    dialedAtMs,
    ringingAtMs,
    answeredAtMs,
    endedAtMs,
    finalizedAtMs: endedAtMs + random.int(30, 400),
    duration: answeredAtMs === null ? 0 : seconds,
  };
}
