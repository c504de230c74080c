/** What this room offers to commands: must-gathers: collected, opened, compared. */
import type { TextDocumentContentProvider } from 'vscode';
import type { CommandFeature } from '../features/lazyFeature.ts';

export interface MustGatherRoom extends CommandFeature {
  /** Behind `osc-gather:`. */
  readonly documents: TextDocumentContentProvider;
}
