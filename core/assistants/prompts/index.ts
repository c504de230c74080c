/** Lists all prompts in display order. */
import { explainMustGather } from './explainMustGather.ts';
import { explainPod } from './explainPod.ts';
import { planUpdate } from './planUpdate.ts';
import type { AssistantPrompt } from './prompt.ts';
import { reviewPolicy } from './reviewPolicy.ts';
import { triageInstall } from './triageInstall.ts';

export const prompts: readonly AssistantPrompt[] = [
  triageInstall,
  explainMustGather,
  reviewPolicy,
  planUpdate,
  explainPod,
];
