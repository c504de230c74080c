/** Reads edge clusters from the service that the settings name. */
import { askService } from '../askService.ts';
import type { Action } from '../tools.ts';

export const readService: Action = (tools) => askService(tools);
