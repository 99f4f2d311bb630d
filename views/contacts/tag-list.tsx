interface TagListProps {
  tags: readonly string[];
  /** So many are not shown. */
  more?: number;
  /** Each leads to the contacts that have it. */
  linked?: boolean;
}

export const TagList = ({ tags, more = 0, linked = false }: TagListProps) => (
  <span class="tags">
    {tags.map((tag) =>
      linked ? (
        <a class="tag" href={`/settings/contacts?${new URLSearchParams({ tag }).toString()}`}>
          {tag}
        </a>
      ) : (
        <span class="tag">{tag}</span>
      ),
    )}
    {more > 0 && <span class="none">{`+${more}`}</span>}
  </span>
);
