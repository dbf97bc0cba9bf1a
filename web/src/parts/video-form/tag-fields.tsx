import { catalog, isBlank } from '@larksong/contracts';
import { CircleAlert, X } from 'lucide-react';
import { useId, useRef, type KeyboardEvent } from 'react';

import { useCall } from '../../api/queries.ts';
import { Field } from '../../ui/field.tsx';
import { addTags, removeTag, TAG_TYPES, typeTag, type TagDraft, type TagDrafts } from './tags.ts';
import styles from './tag-fields.module.css';

const LABELS: Record<catalog.TagType, string> = { grade: 'Grade', category: 'Category', author: 'Author' };
const MAX_TAG_LENGTH = 100;

interface TagFieldsProps {
  tags: TagDrafts;
  error: string | undefined;
  onChange: (tags: TagDrafts) => void;
}

/** Tags of each type: Enter or a comma adds a tag, its cross removes it. */
export function TagFields({ tags, error, onChange }: TagFieldsProps) {
  const errorId = useId();
  return (
    <fieldset name="tags" aria-describedby={error === undefined ? undefined : errorId}>
      <legend>
        Tags <span className="muted">(optional)</span>
      </legend>
      {error !== undefined && (
        <p className="error" id={errorId}>
          <CircleAlert className="icon" aria-hidden />
          {error}
        </p>
      )}
      <div className="three fields">
        {TAG_TYPES.map((tagType) => (
          <TagField
            key={tagType}
            tagType={tagType}
            draft={tags[tagType]}
            onChange={(draft) => onChange({ ...tags, [tagType]: draft })}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface TagFieldProps {
  tagType: catalog.TagType;
  draft: TagDraft;
  onChange: (draft: TagDraft) => void;
}

function TagField({ tagType, draft, onChange }: TagFieldProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  // Only suggestions: users can type without them.
  const { data } = useCall(catalog.listTagValues, { query: { type: tagType } });
  const known = data?.values.filter((value) => !draft.values.includes(value)) ?? [];
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isBlank(draft.text)) return;
    event.preventDefault(); // keeps the form from being sent
    onChange(addTags(draft));
  };
  return (
    <Field label={<span className="small">{LABELS[tagType]}</span>}>
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            name={tagType}
            dir="auto"
            list={listId}
            autoComplete="off"
            maxLength={MAX_TAG_LENGTH}
            value={draft.text}
            onKeyDown={press}
            onChange={(event) => onChange(typeTag(draft, event.target.value))}
          />
          <datalist id={listId}>
            {known.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </datalist>
          {draft.values.length > 0 && (
            <ul className={styles.tagChips} aria-label={`Chosen: ${tagType}`}>
              {draft.values.map((value) => (
                <li key={value}>
                  <button
                    type="button"
                    className="chip"
                    dir="auto"
                    aria-label={`Remove ${value}`}
                    onClick={() => {
                      onChange(removeTag(draft, value));
                      input.current?.focus(); // the focused chip is gone
                    }}
                  >
                    {value}
                    <X className="icon" aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}
