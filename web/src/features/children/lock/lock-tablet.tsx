import { ArrowLeft } from 'lucide-react';
import { useId } from 'react';

import { publicAddress } from '../../../lib/public-address.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { paths } from '../../../paths.ts';
import androidPicture from './pictures/android.svg?url';
import chromePicture from './pictures/chrome.svg?url';
import computerPicture from './pictures/computer.svg?url';
import familyPicture from './pictures/family.svg?url';
import ipadPicture from './pictures/ipad.svg?url';
import styles from './lock-tablet.module.css';

/** The locks of devices, each with its picture and its steps in order. */
const WAYS = [
  { way: 'ipad', picture: ipadPicture, steps: [1, 2, 3, 4] },
  { way: 'android', picture: androidPicture, steps: [1, 2, 3, 4] },
  { way: 'family', picture: familyPicture, steps: [1, 2, 3] },
  { way: 'chrome', picture: chromePicture, steps: [1, 2, 3] },
  { way: 'computer', picture: computerPicture, steps: [1, 2] },
] as const;

/** How a device is kept in a nest: a page cannot lock it, but the device itself can. */
export function LockTablet() {
  const t = useTexts();
  return (
    <>
      <div className={styles.head}>
        <ButtonLink variant="quiet" className={styles.back} to={paths.children}>
          <ArrowLeft className="icon points" aria-hidden />
          {t('lock.children')}
        </ButtonLink>
        <h1>{t('lock.title')}</h1>
        <p>{t('lock.what')}</p>
        <p>{t('lock.open-and-closed')}</p>
      </div>
      {WAYS.map((one) => (
        <Way key={one.way} {...one} />
      ))}
    </>
  );
}

function Way({ way, picture, steps }: (typeof WAYS)[number]) {
  const t = useTexts();
  const id = useId();
  const address = (
    <bdi key="address" dir="ltr">
      {publicAddress().origin + paths.nest}
    </bdi>
  );
  return (
    <section className={`panel ${styles.way}`} aria-labelledby={id}>
      <img className={styles.picture} src={picture} alt="" width={240} height={180} />
      <div>
        <h2 id={id}>{t(`lock.${way}`)}</h2>
        <ol>
          {steps.map((step) => (
            <li key={step}>{t.rich(`lock.${way}-${step}`, { address })}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}
