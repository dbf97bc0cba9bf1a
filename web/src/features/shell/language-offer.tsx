import { lazy, Suspense, useState, type FC } from 'react';

import { keepLanguage, preferredLanguage } from '../../lib/language.ts';
import { currentLanguage } from '../../lib/texts.ts';
import type { OfferPanelProps } from './offer-panel.tsx';

const Nothing: FC<OfferPanelProps> = () => null;

/** If it fails to load, nothing is offered. */
const OfferPanel = lazy(async () => {
  const loaded = await import('./offer-panel.tsx').catch(() => null);
  return { default: loaded?.OfferPanel ?? Nothing };
});

/** Offers the language that the browser prefers, once, if it is not the one of the page. Never switches unasked. */
export function LanguageOffer() {
  const [offered, setOffered] = useState(preferredLanguage);
  if (!offered) return null;
  const stay = () => {
    keepLanguage(currentLanguage());
    setOffered(undefined);
  };
  return (
    <Suspense>
      <OfferPanel language={offered} onStay={stay} onChosen={() => setOffered(undefined)} />
    </Suspense>
  );
}
