import { catalog, foldName, isBlank } from '@larksong/contracts';
import { CircleAlert, X } from 'lucide-react';
import { useId, useRef, useState, type RefObject } from 'react';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { useTexts } from '../../lib/texts.ts';
import { toMuted } from '../message-elements.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { addOnEnter } from './add-on-enter.ts';
import { addTags, removeTag, TAG_TYPES, typeTag, type TagDraft, type TagDrafts } from './tags.ts';
import styles from './tag-fields.module.css';

const MAX_TAG_LENGTH = 100;

interface TagFieldsProps {
  tags: TagDrafts;
  error: string | undefined;
  onChange: (tags: TagDrafts) => void;
}

/** Tags of each type: Enter, a comma or a suggestion adds a tag, its cross removes it. */
export function TagFields({ tags, error, onChange }: TagFieldsProps) {
  const t = useTexts();
  const errorId = useId();
  return (
    <fieldset name="tags" aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{t.rich('tags.legend', { muted: toMuted })}</legend>
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
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const options = useSuggestions(tagType, draft);
  const add = () => {
    setOpen(false);
    onChange(addTags(draft));
  };
  return (
    <Field label={<span className="small">{t(`tags.${tagType}`)}</span>}>
      {(control) => (
        <>
          <Combobox
            {...control}
            ref={input}
            name={tagType}
            dir="auto"
            autoComplete="off"
            maxLength={MAX_TAG_LENGTH}
            value={draft.text}
            options={options}
            listLabel={t('tags.suggestions')}
            isOpen={isOpen}
            onOpen={setOpen}
            onType={(text) => onChange(typeTag(draft, text))}
            onPick={({ key }) => onChange(addTags({ ...draft, text: key }))}
            onKeyDown={(event) => addOnEnter(event, { isEmpty: isBlank(draft.text), onAdd: add })}
          />
          <ChosenTags
            tagType={tagType}
            values={draft.values}
            input={input}
            onRemove={(value) => onChange(removeTag(draft, value))}
          />
        </>
      )}
    </Field>
  );
}

/** Returns the known tags that would complete the typed text. They are only suggestions: users can type without them. */
function useSuggestions(tagType: catalog.TagType, { values, text }: TagDraft): ComboboxOption[] {
  const { data } = useCall(catalog.listTagValues, { query: { type: tagType } }, { meta: UNAWAITED });
  const typed = text.trim();
  const isSuggested = (value: string) =>
    value !== typed && !values.includes(value) && foldName(value).includes(foldName(typed));
  return (data?.values ?? [])
    .filter(isSuggested)
    .map((value) => ({ key: value, content: <span dir="auto">{value}</span> }));
}

interface ChosenTagsProps {
  tagType: catalog.TagType;
  values: readonly string[];
  input: RefObject<HTMLInputElement | null>;
  onRemove: (value: string) => void;
}

function ChosenTags({ tagType, values, input, onRemove }: ChosenTagsProps) {
  const t = useTexts();
  if (values.length === 0) return null;
  return (
    <ul className={styles.tagChips} aria-label={t(`tags.chosen-${tagType}`)}>
      {values.map((value) => (
        <li key={value}>
          <button
            type="button"
            className="chip"
            dir="auto"
            aria-label={t('tags.remove', { value })}
            onClick={() => {
              onRemove(value);
              input.current?.focus(); // the focused chip is gone
            }}
          >
            {value}
            <X className="icon" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
