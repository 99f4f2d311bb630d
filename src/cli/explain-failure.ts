import { CommanderError } from 'commander';
import { AppError, InvalidRequest, type Issue } from '../common/app-error.js';

/** 2 for a command line that makes no sense, 1 for one that could not be carried out, 0 when help was asked for. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof InvalidRequest ? 2 : 1;
}

/** What went wrong, for a person: a line, then one for each bad option. */
export function explain(error: unknown, { stack }: { stack: boolean }): string {
  const lines = [`error: ${messageOf(error)}`];
  if (error instanceof AppError)
    lines.push(...error.details.map((issue) => `  ${optionOf(issue)} ${issue.issue}`));
  if (stack && error instanceof Error) lines.push(String(error.stack));
  return `${lines.join('\n')}\n`;
}

/** A refused connection to a name with several addresses has no message of its own, but one in each part. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Fields whose option has another name. */
const OPTIONS: Readonly<Record<string, string>> = {
  expires_at: '--expires-in',
  agent_id: '--agent',
  is_default: '--default',
};

/** `default_country` was typed as `--default-country`; a place inside of a field stood in a file. */
function optionOf({ field }: Issue): string {
  if (field.startsWith('field_mappings')) return `--map${field.slice('field_mappings'.length)}`;
  if (/[.[]/.test(field)) return field;
  return OPTIONS[field] ?? `--${field.replaceAll('_', '-')}`;
}
