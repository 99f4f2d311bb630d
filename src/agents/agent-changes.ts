import { factsOf, type Fact, type FactItem, type Told } from './agent-facts.js';

/** Something that differs between two versions of an agent. */
export interface Change {
  kind: 'changed' | 'added' | 'removed';
  label: string;
  before: string;
  after: string;
}

/** What an agent was at one version. */
export interface ToldVersion extends Told {
  /** Null where nobody kept it. */
  status: 'active' | 'inactive' | null;
}

/** What differs between two versions, in the order of the agent's pages. */
export function changesBetween(before: ToldVersion, after: ToldVersion): Change[] {
  const facts = factsOf(before).flatMap((group) => group.facts);
  const later = factsOf(after).flatMap((group) => group.facts);
  return [
    ...statusChange(before, after),
    ...facts.flatMap((fact, place) => changesOf(fact, later[place] ?? fact)),
  ];
}

/** The changes in a few words: `Prompt and voice changed, HTTP tool book added`. */
export function changeWords(changes: readonly Change[]): string {
  const words = (['changed', 'added', 'removed'] as const).flatMap((kind) => {
    const labels = changes.filter((change) => change.kind === kind).map(({ label }) => label);
    return labels.length === 0 ? [] : [`${listed(labels)} ${kind}`];
  });
  const text = words.join(', ') || 'switched on or off';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(labels: readonly string[]): string {
  const named = labels.map((label) => label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()));
  const last = named.at(-1) ?? '';
  return named.length === 1 ? last : `${named.slice(0, -1).join(', ')} and ${last}`;
}

const STATUS_WORDS = { active: 'Active', inactive: 'Inactive' };

function statusChange({ status: old }: ToldVersion, { status: fresh }: ToldVersion): Change[] {
  return old === null || fresh === null || old === fresh
    ? []
    : [{ kind: 'changed', label: 'Status', before: STATUS_WORDS[old], after: STATUS_WORDS[fresh] }];
}

function changesOf({ label, value: old }: Fact, { value: fresh }: Fact): Change[] {
  if (typeof old !== 'string' && typeof fresh !== 'string') return itemChanges(label, old, fresh);
  return typeof old !== 'string' || typeof fresh !== 'string' || old === fresh
    ? []
    : [{ kind: 'changed', label, before: old, after: fresh }];
}

function itemChanges(label: string, old: FactItem[], fresh: FactItem[]): Change[] {
  const textOf = (items: FactItem[], name: string) => items.find((item) => item.name === name)?.text;
  const names = [...new Set([...old, ...fresh].map(({ name }) => name))];
  const changes = names.flatMap((name): Change[] => {
    const [before, after] = [textOf(old, name), textOf(fresh, name)];
    if (before === after) return [];
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    return [{ kind, label: `${label} ${name}`, before: before ?? '', after: after ?? '' }];
  });
  return [...changes, ...orderChange(label, old, fresh)];
}

/** What both have may stand in another order, which for actions is the order they are done in. */
function orderChange(label: string, old: FactItem[], fresh: FactItem[]): Change[] {
  const common = (items: FactItem[], others: FactItem[]) =>
    items.map(({ name }) => name).filter((name) => others.some((other) => other.name === name));
  const [before, after] = [common(old, fresh).join(', '), common(fresh, old).join(', ')];
  return before === after ? [] : [{ kind: 'changed', label: `${label} order`, before, after }];
}
