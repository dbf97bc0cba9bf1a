/* The options of a combobox are elements of a list (ARIA combobox pattern): a native select has no search, and
   the field, which keeps the focus, handles the keys. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import styles from './combobox.module.css';

/** A text that can be chosen from suggestions. */
export interface ComboboxOption {
  /** Tells it from the other options. */
  key: string;
  content: ReactNode;
}

type InputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'list' | 'role' | 'onChange' | 'onBlur' | 'onClick'
>;

interface ComboboxProps<Option extends ComboboxOption> extends InputProps {
  value: string;
  options: readonly Option[];
  /** The accessible name of the list. */
  listLabel: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onType: (text: string) => void;
  onPick: (option: Option) => void;
}

/**
 * A field with a list of suggestions: typing, an arrow or a press on the field opens it, Enter or a press chooses an
 * option, Escape closes it. `onKeyDown` receives the keys that have no such meaning.
 */
export function Combobox<Option extends ComboboxOption>({
  value,
  listLabel,
  onType,
  ...rest
}: ComboboxProps<Option>) {
  const { options, isOpen, onOpen, onPick, onKeyDown, ...input } = rest;
  const id = useId();
  const list = useList({ options, isOpen, onOpen, onPick, onKeyDown });
  return (
    <div className={styles.combobox}>
      <input
        {...input}
        role="combobox"
        aria-expanded={list.isShown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={list.active === -1 ? undefined : toOptionId(id, list.active)}
        value={value}
        onKeyDown={list.press}
        onClick={() => onOpen(true)}
        onBlur={() => onOpen(false)}
        onChange={(event) => {
          onType(event.target.value);
          list.open();
        }}
      />
      <Options id={id} label={listLabel} options={list.shown} active={list.active} onPick={list.pick} />
    </div>
  );
}

type ListDeps<Option extends ComboboxOption> = Pick<
  ComboboxProps<Option>,
  'options' | 'isOpen' | 'onOpen' | 'onPick' | 'onKeyDown'
>;

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

/** Manages the list: the options that are shown, and the one that Enter chooses, by its index; -1 if it is none. */
function useList<Option extends ComboboxOption>(deps: ListDeps<Option>) {
  const { options, isOpen, onOpen, onPick, onKeyDown } = deps;
  const [index, setIndex] = useState(-1);
  const shown = isOpen ? options : [];
  const active = index < shown.length ? index : -1;
  const open = (next = -1) => {
    setIndex(next);
    onOpen(true);
  };
  const pick = (option: Option) => {
    setIndex(-1);
    onOpen(false);
    onPick(option);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return onKeyDown?.(event); // the keys of an input method
    const step = STEPS[event.key];
    const chosen = shown[active];
    if (step !== undefined) open(toNext(active, { step, count: options.length }));
    else if (event.key === 'Enter' && chosen !== undefined) pick(chosen);
    else if (event.key === 'Escape' && shown.length > 0) onOpen(false);
    else return onKeyDown?.(event);
    event.preventDefault(); // also keeps the form from being sent and a dialog from closing
  };
  return { shown, isShown: shown.length > 0, active, open: () => open(), pick, press };
}

/** Returns the option that an arrow key selects; after the last one comes the first. */
function toNext(index: number, { step, count }: { step: 1 | -1; count: number }): number {
  if (count === 0 || index === -1) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}

interface OptionsProps<Option> {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  onPick: (option: Option) => void;
}

function Options<Option extends ComboboxOption>({
  id,
  label,
  options,
  active,
  onPick,
}: OptionsProps<Option>) {
  const list = useRef<HTMLDivElement>(null);
  const isShown = options.length > 0;
  // The list may be below the visible part of a dialog.
  useEffect(() => {
    if (isShown) (list.current?.children[active] ?? list.current)?.scrollIntoView({ block: 'nearest' });
  }, [isShown, active]);
  return (
    <div ref={list} className={styles.options} id={id} role="listbox" aria-label={label} hidden={!isShown}>
      {options.map((option, index) => (
        <div
          key={option.key}
          id={toOptionId(id, index)}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option.content}
        </div>
      ))}
    </div>
  );
}

function toOptionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
