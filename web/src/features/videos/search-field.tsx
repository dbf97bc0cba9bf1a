import { Search } from 'lucide-react';
import { useId, type RefObject } from 'react';

import type { SearchText } from '../../lib/use-search-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LONGEST_SEARCH } from './filters.ts';

interface SearchFieldProps {
  search: SearchText;
  inputRef: RefObject<HTMLInputElement | null>;
}

export function SearchField({ search, inputRef }: SearchFieldProps) {
  const id = useId();
  return (
    <search className="video-search">
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
          placeholder="Search videos"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={LONGEST_SEARCH}
          value={search.text}
          onChange={(event) => search.onType(event.target.value)}
        />
        <IconButton type="submit" label="Search" icon={Search} />
      </form>
    </search>
  );
}
