import { SourcePath } from './source-path.js';

export interface Suggestion {
  source: string;
  target: string;
  /** In words; empty for a value that is taken as it is. */
  transform: string;
}

interface SuggestionsProps {
  suggestions: readonly Suggestion[];
  draftAction: string;
}

/** Rows that the names in the sample make obvious. */
export const Suggestions = ({ suggestions, draftAction }: SuggestionsProps) => (
  <div id="suggestions">
    {suggestions.length > 0 && (
      <div class="ghosts" role="group" aria-label="Suggested rows">
        <header>
          <p>Suggested by the names in the sample</p>
          <button type="submit" class="button quiet small" name="do" value="use-all" formAction={draftAction}>
            Use all suggestions
          </button>
        </header>
        <ul>
          {suggestions.map(({ source, target, transform }) => (
            <li>
              <SourcePath path={source} />
              <span>
                {target}
                {transform !== '' && <small>{transform}</small>}
              </span>
              <button
                type="submit"
                class="button quiet small"
                name="do"
                value={`use:${target}`}
                formAction={draftAction}
                aria-label={`Use ${source} for ${target}`}
              >
                Use
              </button>
            </li>
          ))}
        </ul>
      </div>
    )}
  </div>
);
