import type { Wing } from '@questp/service-kit';
import { UserRowsRepository } from './user-rows.repository.js';
import { NotifyOfPools } from './notify-of-pools.js';
import { NotificationsHandlers } from './notifications.handlers.js';
import { NotificationsRepository } from './notifications.repository.js';
import { PreferencesRepository } from './preferences.repository.js';
import { SetPreferences } from './set-preferences.js';
import { ShowPreferences } from './show-preferences.js';
import { NotifyUsers } from './notify-users.js';

export const notifications: Wing = {
  providers: [
    NotificationsHandlers,
    NotificationsRepository,
    PreferencesRepository,
    SetPreferences,
    ShowPreferences,
    NotifyUsers,
    NotifyOfPools,
    UserRowsRepository,
  ],
};
