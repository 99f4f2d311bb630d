import { LRUCache } from 'lru-cache';

/** What some servers cannot do: a parameter, and how their refusals name it. The first that is named is what failed. */
const NAMED_AS = {
  strict: /\bstrict\b/,
  json_schema: /json_?schema/,
  response_format: /response_format|json_object/,
  stream_options: /stream_options|include_usage/,
  parallel_tool_calls: /parallel_tool_calls/,
  temperature: /temperature/,
  max_tokens: /max_tokens/,
} as const;

export type Ability = keyof typeof NAMED_AS;

const ABILITIES = Object.keys(NAMED_AS) as Ability[];

/** What was sent and the server's refusal names; null: it refused something else. */
export function unableTo(refusal: string, sent: ReadonlySet<Ability>): Ability | null {
  const text = refusal.toLowerCase();
  // `response_format.json_schema.strict` names three; what is narrowest is given up first.
  return ABILITIES.find((ability) => sent.has(ability) && NAMED_AS[ability].test(text)) ?? null;
}

/** As many servers and models as are remembered; the others are learned again, at one refused request each. */
const REMEMBERED = 1_000;

/** What servers were found to be unable to do, by their address and model; forgotten with the process. */
export class KnownInabilities {
  readonly #known = new LRUCache<string, ReadonlySet<Ability>>({ max: REMEMBERED });

  of(server: { baseUrl: string; model: string }): ReadonlySet<Ability> {
    return this.#known.get(keyOf(server)) ?? new Set();
  }

  add(server: { baseUrl: string; model: string }, ability: Ability): void {
    this.#known.set(keyOf(server), new Set([...this.of(server), ability]));
  }
}

const keyOf = ({ baseUrl, model }: { baseUrl: string; model: string }): string => `${baseUrl} ${model}`;
