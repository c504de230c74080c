/** What this room offers to commands: must-gathers: collected, opened, compared. */
import type { TextDocumentContentProvider } from 'vscode';
import type { ActionRoom } from '../door.ts';
import type { MustGatherAction } from './commandNames.ts';

export interface MustGatherRoom extends ActionRoom<MustGatherAction> {
  /** Behind `osc-gather:`. */
  readonly documents: TextDocumentContentProvider;
}
