import { Search } from 'lucide-react';
import { useId, type RefObject } from 'react';

import type { SearchText } from '../../../lib/use-search-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MAX_SEARCH_LENGTH } from './filters.ts';
import styles from './search-field.module.css';

interface SearchFieldProps {
  search: SearchText;
  inputRef: RefObject<HTMLInputElement | null>;
}

export function SearchField({ search, inputRef }: SearchFieldProps) {
  const id = useId();
  return (
    <search className={styles.videoSearch}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search.submit();
        }}
      >
        <label htmlFor={id} className="sr-only">
          Search videos
        </label>
        <input
          ref={inputRef}
          id={id}
          type="search"
          name="q"
          dir="auto"
          placeholder="Search videos"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_SEARCH_LENGTH}
          value={search.text}
          onChange={(event) => search.onType(event.target.value)}
        />
        <IconButton type="submit" label="Search" icon={Search} />
      </form>
    </search>
  );
}
