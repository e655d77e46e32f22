import type { Wing } from '@questp/service-kit';
import { AdminDevicesRepository } from './admin-devices.repository.js';
import { AdminsRepository } from './admins.repository.js';
import { BootstrapAdmin } from './bootstrap-admin.js';
import { ChangeAdminPassword } from './change-admin-password.js';
import { CheckCredentials } from './check-credentials.js';
import { CreateAdmin } from './create-admin.js';
import { OpenAdminSession } from './open-admin-session.js';
import { ReplaceAdminPassword } from './replace-admin-password.js';
import { ResetAdminPassword } from './reset-admin-password.js';
import { ResetOwnAdminPassword } from './reset-own-admin-password.js';
import { ResetSecondFactor } from './reset-second-factor.js';
import { SignInAdmin } from './sign-in-admin.js';
import { UpdateAdmin } from './update-admin.js';

export const operators: Wing = {
  providers: [
    AdminsRepository,
    AdminDevicesRepository,
    BootstrapAdmin,
    CheckCredentials,
    OpenAdminSession,
    SignInAdmin,
    ChangeAdminPassword,
    CreateAdmin,
    ReplaceAdminPassword,
    ResetAdminPassword,
    ResetOwnAdminPassword,
    ResetSecondFactor,
    UpdateAdmin,
  ],
};
