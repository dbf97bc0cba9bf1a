import { Type, type Static } from 'typebox';

/**
 * The closed list of causes for which a file is not processed, for grouping and statistics; the accompanying sentence
 * is for people. Codes are stored and stay valid.
 */
export const FailureCode = Type.Union([
  /** There is no video in the file. */
  Type.Literal('not-a-video'),
  /** A codec or a property of the file is not accepted. */
  Type.Literal('unsupported'),
  /** The file ends too early. */
  Type.Literal('cut-off'),
  Type.Literal('damaged'),
  /** The file exceeds a limit: length, size of the picture, memory, processor time. */
  Type.Literal('too-large'),
  /** The file crashed the converter. */
  Type.Literal('crash'),
  /** An object could not be read from storage or written to it. */
  Type.Literal('storage'),
  /** A worker ran out of space or memory, did not respond, or made wrong output. */
  Type.Literal('worker'),
  /** A superadmin cancelled it. */
  Type.Literal('cancelled'),
  Type.Literal('other'),
]);
export type FailureCode = Static<typeof FailureCode>;

export const FAILURE_CODES: readonly FailureCode[] = FailureCode.anyOf.map((literal) => literal.const);
