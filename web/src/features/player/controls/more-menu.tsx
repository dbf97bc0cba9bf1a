import { Airplay, Ellipsis, Keyboard, PictureInPicture2, Repeat1 } from 'lucide-react';
import { useId, useRef, useState } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { QualityMenu, SpeedMenu } from './menus.tsx';
import { canPictureInPicture } from '../playback/perform.ts';
import { useDisclosure } from './use-disclosure.ts';
import type { Player } from '../playback/use-player.ts';
import styles from './more-menu.module.css';
import controlsStyles from './controls.module.css';

/** A button that opens a panel with the controls that a small player has no room for. */
export function MoreMenu({ player }: { player: Player }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = () => setOpen(false);
  const closeAndReturn = () => {
    trigger.current?.focus();
    close();
  };
  useDisclosure(root, isOpen, { onLeave: close, onEscape: closeAndReturn });
  return (
    <div ref={root} className={styles.more}>
      <IconButton
        ref={trigger}
        label={t('player.more')}
        icon={Ellipsis}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <fieldset id={panelId} className={styles.morePanel} aria-label={t('player.more')}>
          <MoreControls player={player} onDone={closeAndReturn} />
        </fieldset>
      )}
    </div>
  );
}

function MoreControls({ player, onDone }: { player: Player; onDone: () => void }) {
  const t = useTexts();
  return (
    <>
      {player.stream.qualities.length > 1 && (
        <span className={classNames(styles.item, styles.smallOnly)}>
          <span aria-hidden>{t('player.quality')}</span>
          <QualityMenu player={player} className={styles.choiceList} />
        </span>
      )}
      <span className={styles.item}>
        <span aria-hidden>{t('player.speed')}</span>
        <SpeedMenu player={player} className={styles.choiceList} />
      </span>
      <button
        type="button"
        className={classNames(styles.item, controlsStyles.switch)}
        aria-pressed={player.isRepeating}
        onClick={player.toggleRepeat}
      >
        <Repeat1 className="icon" aria-hidden />
        {t('player.repeat')}
      </button>
      <KeysButton player={player} onDone={onDone} />
      {player.chooseScreen && (
        <button
          type="button"
          className={styles.item}
          onClick={() => {
            player.chooseScreen?.();
            onDone();
          }}
        >
          <Airplay className="icon" aria-hidden />
          AirPlay
        </button>
      )}
      {canPictureInPicture() && (
        <button
          type="button"
          className={styles.item}
          onClick={() => {
            player.act({ kind: 'picture-in-picture' });
            onDone();
          }}
        >
          <PictureInPicture2 className="icon" aria-hidden />
          {t('player.picture-in-picture')}
        </button>
      )}
    </>
  );
}

/** Opens the list of keys. */
function KeysButton({ player, onDone }: { player: Player; onDone: () => void }) {
  const t = useTexts();
  return (
    <button
      type="button"
      className={classNames(styles.item, styles.keys)}
      aria-haspopup="dialog"
      onClick={() => {
        onDone();
        player.act({ kind: 'help' });
      }}
    >
      <Keyboard className="icon" aria-hidden />
      {t('player.keys')}
    </button>
  );
}
