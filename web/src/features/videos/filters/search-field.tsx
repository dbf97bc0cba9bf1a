import { Search, X } from 'lucide-react';
import { useId, useImperativeHandle, type ComponentProps, type Ref } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import type { SearchText } from '../../../lib/use-search-text.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MAX_SEARCH_LENGTH } from './filters.ts';
import { useFoldedField } from './use-folded-field.ts';
import styles from './search-field.module.css';

export interface SearchFieldHandle {
  /** Focuses the field, also where it is folded. */
  focus: () => void;
}

interface SearchFieldProps {
  search: SearchText;
  /** The current search; empty for none. */
  q: string;
  ref: Ref<SearchFieldHandle>;
}

/** The search. Where there is little room, it is an icon, which shows the current search and opens the field. */
export function SearchField({ search, q, ref }: SearchFieldProps) {
  const t = useTexts();
  const { isOpen, input, button, open, fold, leaving } = useFoldedField();
  useImperativeHandle(ref, () => ({ focus: open }));
  const end = () => {
    search.onType('');
    fold();
  };
  return (
    <search className={styles.search} data-open={isOpen || undefined} data-grown-ups>
      <Button
        ref={button}
        variant={q === '' ? 'quiet' : 'plain'}
        className={styles.unfold}
        aria-expanded={isOpen}
        aria-label={q === '' ? t('search.open') : t('search.open-again', { q })}
        onClick={open}
      >
        <Search className="icon" aria-hidden />
        {q !== '' && <span dir="auto">{q}</span>}
      </Button>
      <form
        className={styles.field}
        onSubmit={(event) => {
          event.preventDefault();
          search.submit();
          fold();
        }}
      >
        <SearchInput search={search} ref={input} {...leaving} />
        <IconButton type="submit" label={t('search.submit')} icon={Search} {...leaving} />
        <IconButton className={styles.end} label={t('search.end')} icon={X} onClick={end} {...leaving} />
      </form>
    </search>
  );
}

function SearchInput({ search, ...rest }: { search: SearchText } & ComponentProps<'input'>) {
  const t = useTexts();
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {t('search.label')}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        // An empty field has the direction of its placeholder.
        dir={search.text === '' ? undefined : 'auto'}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_SEARCH_LENGTH}
        value={search.text}
        onChange={(event) => search.onType(event.target.value)}
        {...rest}
      />
    </>
  );
}
