-- Super admins may have to set up two-factor sign-in although other operators need not.
ALTER TABLE security_setting ADD COLUMN super_admins_need_two_factor boolean NOT NULL DEFAULT false;
