import { directionOf, type Language } from '@larksong/contracts';
import { formatMessage } from '@larksong/languages/format-message';
import offers from 'virtual:language-offers';

import { useSiteName } from '../../lib/site-name.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useChooseLanguage } from './use-choose-language.ts';
import styles from './offer-panel.module.css';

export interface OfferPanelProps {
  language: Language;
  onStay: () => void;
  onChosen: () => void;
}

/** The height of the panel, on the body. */
const ROOM = '--offer-height';

/** A quiet offer over the lower edge of the page, in the language that it offers. */
export function OfferPanel({ language, onStay, onChosen }: OfferPanelProps) {
  const t = useTexts();
  const siteName = useSiteName();
  const choose = useChooseLanguage();
  const { also, change } = offers[language];
  return (
    <div className={styles.place} data-grown-ups>
      <section
        ref={keepRoom}
        className={styles.offer}
        lang={language}
        dir={directionOf(language)}
        aria-label={change}
      >
        <p>{formatMessage(also, { siteName }, language)}</p>
        <div className="row">
          <Button onClick={() => void choose(language).then((isChosen) => isChosen && onChosen())}>
            {change}
          </Button>
          <Button variant="plain" lang={t.language} dir="auto" onClick={onStay}>
            {t('offer.stay')}
          </Button>
        </div>
      </section>
    </div>
  );
}

/**
 * Keeps room for the panel below the end of the page, so that whatever it covers can be scrolled into view. Nothing
 * moves: without room, a page that does not scroll has no scrollbar, which must not appear next to it.
 */
function keepRoom(panel: HTMLElement | null): (() => void) | undefined {
  if (panel === null) return undefined;
  const { style } = document.body;
  const page = document.documentElement;
  const keep = () => {
    const width = page.clientWidth;
    const isKept = style.getPropertyValue(ROOM) !== '';
    style.setProperty(ROOM, `${panel.offsetHeight}px`);
    if (!isKept && page.clientWidth !== width) style.removeProperty(ROOM);
  };
  keep(); // before the first paint
  const observer = new ResizeObserver(keep);
  observer.observe(panel);
  observer.observe(document.body);
  return () => {
    observer.disconnect();
    style.removeProperty(ROOM);
  };
}
