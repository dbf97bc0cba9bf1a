import { auth } from '@larksong/contracts';
import { ArrowLeft, Printer } from 'lucide-react';
import { useState } from 'react';

import { useCall } from '../../../api/queries.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { LoadFailed } from '../../../parts/load-failed.tsx';
import { nameOf } from '../../../parts/nest/animal.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Status } from '../../../ui/status.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { guessPaper, PAPERS, type Paper } from '../../print-cards/sheets.ts';
import { childOf } from '../addresses.ts';
import { CardSheets } from './card-sheets.tsx';
import { toSheetCards, toSheets, type SheetCard } from './sheet.ts';
import styles from './sheet-page.module.css';

/** The cards of a nest on paper, with an exact preview. */
export function NestSheetPage({ id }: { id: string }) {
  const t = useTexts();
  const { data, error, refetch } = useCall(auth.listNests, {}, { staleTime: 0 });
  const nest = data?.nests.find((one) => one.id === id);
  useDocumentTitle(t('sheet.title'));
  if (!data && error)
    return <LoadFailed level={1} title={t('child.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Status className="muted">{t('child.loading')}</Status>;
  const back = { to: nest ? childOf(id) : paths.children };
  return (
    <SheetDesk
      back={{ ...back, name: nest ? nameOf(nest, t) : t('children.title') }}
      cards={toSheetCards(nest ? [nest] : [])}
    />
  );
}

interface SheetDeskProps {
  back: { to: string; name: string };
  cards: readonly SheetCard[];
}

/** The sheets, and the choice of the paper. */
export function SheetDesk({ back, cards }: SheetDeskProps) {
  const t = useTexts();
  const [paper, setPaper] = useState(guessOwnPaper);
  if (cards.length === 0)
    return (
      <EmptyState
        icon={Printer}
        level={1}
        title={t('sheet.none')}
        hint={t('sheet.none-hint')}
        action={<Back {...back} />}
      />
    );
  return (
    <div className={styles.desk}>
      <div className={styles.bar}>
        <div>
          <Back {...back} />
          <h1>{t('sheet.title')}</h1>
          <p className="muted small">
            {t(cards.some(({ face }) => face === null) ? 'sheet.what-class' : 'sheet.what', {
              count: cards.length,
            })}
          </p>
        </div>
        <PaperChoice paper={paper} onPick={setPaper} />
      </div>
      <div className={styles.sheets}>
        <CardSheets sheets={toSheets(cards)} paper={paper} />
      </div>
    </div>
  );
}

function guessOwnPaper(): Paper {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return guessPaper({ language: navigator.language, timeZone });
}

function Back({ to, name }: SheetDeskProps['back']) {
  return (
    <ButtonLink variant="quiet" className="wrap" to={to}>
      <ArrowLeft className="icon points" aria-hidden />
      <bdi>{name}</bdi>
    </ButtonLink>
  );
}

/** A4 or Letter, and the button that prints. */
function PaperChoice({ paper, onPick }: { paper: Paper; onPick: (paper: Paper) => void }) {
  const t = useTexts();
  return (
    <div className="row">
      <fieldset className="row">
        <legend className="sr-only">{t('sheet.paper')}</legend>
        {PAPERS.map((size) => (
          <button
            key={size}
            type="button"
            className="chip"
            aria-pressed={paper === size}
            onClick={() => onPick(size)}
          >
            {t(`sheet.paper-${size}`)}
          </button>
        ))}
      </fieldset>
      <Button onClick={() => window.print()}>
        <Printer className="icon" aria-hidden />
        {t('sheet.print')}
      </Button>
    </div>
  );
}
