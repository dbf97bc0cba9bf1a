import { Repeat, RotateCcw, Shuffle, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { ListSign } from '../../parts/list-sign.tsx';
import { Button } from '../../ui/button.tsx';
import { useListHost, type PlayedList } from './list-host.tsx';
import type { Course } from './use-list-play.ts';
import styles from './list-player.module.css';

interface ListBarProps {
  list: PlayedList;
  course: Course;
  /** It began with the song that was played last. */
  isResumed: boolean;
}

/** Leads back to the list, and chooses how it is played. */
export function ListBar({ list, course: { order, send }, isResumed }: ListBarProps) {
  const t = useTexts();
  const { toList } = useListHost();
  return (
    <div className={styles.bar}>
      <Link className={styles.list} to={toList(list)}>
        <ListSign list={list} />
        <span dir="auto">{list.name}</span>
      </Link>
      <div className={styles.choices}>
        {isResumed && (
          <Button variant="plain" onClick={() => send({ kind: 'begin-again' })}>
            <RotateCcw className="icon" aria-hidden />
            {t('play.start-over')}
          </Button>
        )}
        <Choice
          label={t('play.repeat')}
          icon={Repeat}
          isOn={order.isRepeated}
          onChange={(isOn) => send({ kind: 'repeat', isOn })}
        />
        <Choice
          label={t('play.shuffle')}
          icon={Shuffle}
          isOn={order.isShuffled}
          onChange={(isOn) => send({ kind: 'shuffle', isOn })}
        />
      </div>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  icon: LucideIcon;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Choice({ label, icon: Icon, isOn, onChange }: ChoiceProps) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      <Icon className="icon" aria-hidden />
      {label}
    </button>
  );
}
