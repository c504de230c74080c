/** Marks in a policy why a request wasn't allowed: the first condition that failed, with the reason after it. */
import {
  DecorationRangeBehavior,
  MarkdownString,
  OverviewRulerLane,
  ThemeColor,
  window,
  workspace,
  type DecorationOptions,
  type Disposable,
  type TextDocument,
} from 'vscode';
import type { ReplayEntry } from '#server/protocol/protocol.ts';
import { reasonBehind } from './conditionReason.ts';
import { editorRange } from '../reveal.ts';

const maxReason = 120;

export interface FailureMarks extends Disposable {
  /** Marks the failures of a request. Removes the marks of the previous one. */
  mark(policy: TextDocument, failures: ReplayEntry['failures']): void;
  clear(): void;
}

export function createFailureMarks(): FailureMarks {
  const decoration = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor('diffEditor.removedTextBackground'),
    overviewRulerColor: new ThemeColor('editorError.foreground'),
    overviewRulerLane: OverviewRulerLane.Right,
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  let marked: { readonly policy: string; readonly options: DecorationOptions[] } | undefined;
  const draw = () => {
    for (const editor of window.visibleTextEditors)
      editor.setDecorations(decoration, editor.document.uri.toString() === marked?.policy ? marked.options : []);
  };
  const clear = () => {
    marked = undefined;
    draw();
  };
  const subscriptions = [
    window.onDidChangeVisibleTextEditors(draw),
    // The marks apply only to the text that was replayed.
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && document.uri.toString() === marked?.policy) clear();
    }),
  ];
  return {
    mark(policy, failures) {
      marked = { policy: policy.uri.toString(), options: failures.map((failure) => optionsOf(policy, failure)) };
      draw();
    },
    clear,
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      decoration.dispose();
    },
  };
}

function optionsOf(policy: TextDocument, { range, message }: ReplayEntry['failures'][number]): DecorationOptions {
  const reason = reasonBehind(policy.getText(editorRange(range)), message);
  const short = reason.length > maxReason ? `${reason.slice(0, maxReason)}...` : reason;
  return {
    range: editorRange(range),
    hoverMessage: new MarkdownString().appendText(message),
    renderOptions: {
      after: { contentText: `  ${short}`, color: new ThemeColor('editorError.foreground'), fontStyle: 'italic' },
    },
  };
}
