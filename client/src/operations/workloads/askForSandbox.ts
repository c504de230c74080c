/** Asks how to run a workload in a sandbox. */
import * as l10n from '@vscode/l10n';
import {
  namespaceRefusal,
  sandboxAnnotations,
  type AnnotationChanges,
  type SandboxWish,
} from '#core/operations/sandboxWorkload/sandboxFields.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import { nextSandboxQuestion, wishFrom, type SandboxContext } from './sandboxQuestions.ts';

/**
 * Asks all sandbox questions. Returns undefined if the user cancels. Rejects with the reason if the workload can't run
 * in a sandbox.
 */
export async function askForSandbox(
  context: SandboxContext,
  title: string,
): Promise<{ readonly wish: SandboxWish; readonly annotations: AnnotationChanges } | undefined> {
  const { namespace } = context;
  const refusal = namespace === operatorNamespace ? namespaceRefusal('kata', namespace) : undefined;
  if (refusal !== undefined) throw new Error(`${context.label}: ${refusal}`);
  const first = nextSandboxQuestion(context, new Map());
  if (first === undefined || !('items' in first) || first.items.length === 0) {
    throw new Error(
      namespace === undefined
        ? l10n.t`${context.label}: the cluster has no suitable Kata runtime class. Install Kata first.`
        : l10n.t`${context.label}: the cluster has no suitable Kata runtime class for namespace ${namespace}. Install Kata first.`,
    );
  }
  const answers = await askNamed(title, (given) => nextSandboxQuestion(context, given));
  if (answers === undefined) return undefined;
  const wish = wishFrom(answers);
  const annotations = sandboxAnnotations(wish, context);
  if (!annotations.ok) throw new Error(`${context.label}: ${annotations.error}`);
  return { wish, annotations: annotations.value };
}
