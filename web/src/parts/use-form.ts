import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { loadServerTexts } from '../lib/server-sentences/texts.ts';

/** Errors shown next to fields, by the names of the fields. */
export type FieldErrors<Values> = Partial<Record<keyof Values, string>>;

/** Returns the errors of a form in which only one field can have one. */
export function only<Name extends string>(
  name: Name,
  error: string | undefined,
): Partial<Record<Name, string>> {
  return error === undefined ? {} : ({ [name]: error } as Record<Name, string>); // a computed key widens
}

interface FormHandle<Values> {
  /** Resets fields to their defaults. */
  clear: (...names: (keyof Values)[]) => void;
  focus: (name: keyof Values) => void;
  /** Shows errors next to their fields and focuses the first one. */
  show: (errors: FieldErrors<Values>) => void;
}

interface FormOptions<Values, Result> {
  /** The initial values of the fields. */
  defaults: Values;
  /** Errors of one mode of a form are hidden in another. */
  mode?: string;
  /** Returns the errors to correct before sending, in the order of the fields. */
  check: (values: Values) => FieldErrors<Values>;
  send: (values: Values) => Promise<Result>;
  /** Called at the start of every submit, unless one is in progress. */
  onSubmit?: () => void;
  /** The form stays busy until the returned promise, if any, is settled. */
  onSent?: (result: Result, form: FormHandle<Values>) => unknown;
  onFailed?: (error: Error, form: FormHandle<Values>) => unknown;
}

type Texts<Values> = { [Name in keyof Values]: string };
export type Form<Values extends Texts<Values>, Result> = ReturnType<typeof useForm<Values, Result>>;

/**
 * Manages a form whose fields are named like its values: checks them on submit, focuses the first field with an error,
 * and sends them once, however often it is submitted in the meantime.
 */
export function useForm<Values extends Texts<Values>, Result>(options: FormOptions<Values, Result>) {
  const { defaults, mode = '', check, send, onSubmit, onSent, onFailed } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [found, setFound] = useState<{ mode: string; errors: FieldErrors<Values> }>({ mode, errors: {} });
  const values: Values = { ...defaults, ...typed };
  const errors: FieldErrors<Values> = found.mode === mode ? found.errors : {};
  const handle: FormHandle<Values> = {
    clear: (...names) => setTyped((before) => without(before, names)),
    focus: (name) => ref.current?.querySelector<HTMLElement>(`[name="${String(name)}"]`)?.focus(),
    show: (shown) => {
      setFound({ mode, errors: shown });
      const [first] = Object.keys(shown) as (keyof Values)[];
      if (first !== undefined) handle.focus(first);
    },
  };
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (result) => onSent?.(result, handle),
    onError: (error) => onFailed?.(error, handle),
  });
  const submit = (): void => {
    if (sending.isPending) return;
    onSubmit?.();
    sending.reset();
    const problems = check(values);
    handle.show(problems);
    if (Object.keys(problems).length === 0) sending.mutate(values);
  };
  return {
    values,
    errors,
    submit,
    isBusy: sending.isPending,
    /** The result of the last submit, if it succeeded. */
    result: sending.data,
    isSent: sending.isSuccess,
    error: sending.error,
    show: handle.show,
    clear: handle.clear,
    /** Forgets the outcome of the last submit. */
    forget: (): void => {
      if (!sending.isPending) sending.reset();
    },
    /** Props for the form element. */
    props: {
      ref,
      noValidate: true,
      // Why the contracts refuse a value, before the first one is refused.
      onFocus: (): void => void loadServerTexts('failures'),
      onSubmit: (event: FormEvent): void => {
        event.preventDefault();
        submit();
      },
    },
    /** Props for the input or select of a field. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: string } }): void => {
        setTyped((before) => ({ ...before, [name]: event.target.value }));
        setFound({ mode, errors: { ...errors, [name]: undefined } });
      },
    }),
  };
}

function without<Values>(typed: Partial<Values>, names: readonly (keyof Values)[]): Partial<Values> {
  const rest = { ...typed };
  for (const name of names) delete rest[name];
  return rest;
}
