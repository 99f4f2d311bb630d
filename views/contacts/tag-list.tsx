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
        <a
          class="tag"
          dir="auto"
          href={`/settings/contacts?${new URLSearchParams({ tag }).toString()}`}
          title={tag}
        >
          {tag}
        </a>
      ) : (
        <span class="tag" dir="auto" title={tag}>
          {tag}
        </span>
      ),
    )}
    {more > 0 && <span class="none">{`+${more}`}</span>}
  </span>
);
