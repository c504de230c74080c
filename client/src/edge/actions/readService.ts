/** Reads edge clusters from the service that the settings name. */
import { askService } from '../readFromService.ts';
import type { Action } from '../context.ts';

export const readService: Action = (tools) => askService(tools);
