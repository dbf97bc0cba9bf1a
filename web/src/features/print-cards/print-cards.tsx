import { game } from '@larksong/contracts';
import { Printer } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';

import { useCall } from '../../api/queries.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { CardPages, LetterSheets } from './pages.tsx';
import { CARDS_PER_PAGE, toCardPages, toLetterSheets, type Kind, type Paper } from './sheets.ts';
import { usePrintChoice, type PrintChoice } from './use-print-choice.ts';
import styles from './print-cards.module.css';

/** Memory cards to cut out and sheets for each letter, with an exact preview. */
export function PrintCards() {
  const query = useCall(game.listWords, {});
  return (
    <>
      <h1 className={styles.screen}>Print cards</h1>
      {query.isPending && <Status className="muted">Loading the words...</Status>}
      {query.isError && query.data === undefined && (
        <LoadFailed
          title="The words could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data?.letters.length === 0 && (
        <EmptyState
          meadow
          title="There is nothing to print yet"
          hint="A superadmin can add them on the page Letters and words."
        />
      )}
      {query.data && query.data.letters.length > 0 && <Chooser letters={query.data.letters} />}
    </>
  );
}

function Chooser({ letters }: { letters: readonly game.LetterWords[] }) {
  const all = letters.map(({ letter }) => letter);
  const [choice, change] = usePrintChoice(all);
  const preview = useRef<HTMLDivElement>(null);
  const chosen = letters.filter(({ letter }) => choice.letters.includes(letter));
  const isCards = choice.kind === 'cards';
  const cardPages = isCards ? toCardPages(chosen) : [];
  const sheets = isCards ? [] : toLetterSheets(chosen);
  const pageCount = cardPages.length + sheets.length;
  return (
    <>
      <section className={`panel ${styles.screen}`} aria-label="What to print">
        <div className={styles.choices}>
          <Radios
            legend="What"
            name="what"
            options={KIND_NAMES}
            value={choice.kind}
            onChange={(kind) => change({ kind })}
          />
          <Radios
            legend="Paper"
            name="paper"
            options={PAPER_NAMES}
            value={choice.paper}
            onChange={(paper) => change({ paper })}
          />
        </div>
        <Letters all={all} choice={choice} onChange={(next) => change({ letters: next })} />
        <div className="row">
          <PrintButton preview={preview} disabled={pageCount === 0} />
          <Status className="muted">{describePages(pageCount, isCards)}</Status>
        </div>
      </section>
      <div ref={preview} className={styles.preview} data-preview>
        {isCards ? (
          <CardPages pages={cardPages} paper={choice.paper} />
        ) : (
          <LetterSheets sheets={sheets} paper={choice.paper} />
        )}
      </div>
    </>
  );
}

const KIND_NAMES: Record<Kind, { label: string; hint: string }> = {
  cards: { label: 'Memory cards', hint: 'To cut out, two for each word' },
  sheets: { label: 'Letter sheets', hint: 'To colour and to write' },
};
const PAPER_NAMES: Record<Paper, { label: string; hint: string }> = {
  a4: { label: 'A4', hint: '210 × 297 mm' },
  letter: { label: 'Letter', hint: '8.5 × 11 in' },
};

function describePages(count: number, isCards: boolean): string {
  if (count === 0) return 'Please select at least one letter';
  const pages = `${count} ${count === 1 ? 'page' : 'pages'}`;
  return isCards ? `${pages}, up to ${CARDS_PER_PAGE} cards each` : pages;
}

interface RadiosProps<Value extends string> {
  legend: string;
  name: string;
  options: Record<Value, { label: string; hint: string }>;
  value: Value;
  onChange: (value: Value) => void;
}

function Radios<Value extends string>({ legend, name, options, value, onChange }: RadiosProps<Value>) {
  const entries = Object.entries(options) as [Value, { label: string; hint: string }][]; // keys of the record
  return (
    <fieldset>
      <legend>{legend}</legend>
      {entries.map(([option, { label, hint }]) => (
        <label key={option} className="choice">
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          <span>
            {label}
            <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface LettersProps {
  all: readonly string[];
  choice: PrintChoice;
  onChange: (letters: readonly string[]) => void;
}

function Letters({ all, choice: { letters }, onChange }: LettersProps) {
  const toggle = (letter: string) =>
    onChange(letters.includes(letter) ? letters.filter((other) => other !== letter) : [...letters, letter]);
  return (
    <fieldset>
      <legend>Letters</legend>
      <div className="row">
        <Button variant="plain" onClick={() => onChange(all)}>
          Select All
        </Button>
        <Button variant="plain" onClick={() => onChange([])}>
          Clear
        </Button>
      </div>
      <div className="chips">
        {all.map((letter) => (
          <button
            key={letter}
            type="button"
            className="chip"
            aria-pressed={letters.includes(letter)}
            onClick={() => toggle(letter)}
          >
            <bdi>{letter}</bdi>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface PrintButtonProps {
  preview: RefObject<HTMLDivElement | null>;
  disabled: boolean;
}

/** Opens the browser's print dialog once all pictures have loaded. */
function PrintButton({ preview, disabled }: PrintButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    const pictures = [...(preview.current?.querySelectorAll('img') ?? [])];
    // A broken picture has no part in it; its word is printed.
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    setBusy(false);
    window.print();
  };
  return (
    <Button busy={isBusy} disabled={disabled} onClick={() => void print()}>
      {!isBusy && <Printer className="icon" aria-hidden />}
      {isBusy ? 'Loading pictures…' : 'Print'}
    </Button>
  );
}
