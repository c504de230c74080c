/** What this room offers to commands: must-gathers: collected, opened, compared. */
import type { TextDocumentContentProvider } from 'vscode';
import type { ActionFeature } from '../features/lazyFeature.ts';
import type { MustGatherAction } from './mustGatherCommands.ts';

export interface MustGatherRoom extends ActionFeature<MustGatherAction> {
  /** Behind `osc-gather:`. */
  readonly documents: TextDocumentContentProvider;
}
