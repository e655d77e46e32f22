import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getUser, updateProfile, type UserPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentUser } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { ProfileBody, UserDto } from './users.dto.js';

@ApiTags('users')
@Controller('v1/users/me')
export class UsersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'getMe', summary: 'The own account', reply: UserDto })
  get(@CurrentUser() { userId }: UserPrincipal) {
    return this.bus.call(getUser, { userId });
  }

  @Patch()
  @Endpoint({ id: 'updateMe', summary: 'Changes the own profile', reply: UserDto, errors: ['USERNAME_TAKEN'] })
  update(@CurrentUser() { userId }: UserPrincipal, @Body() body: ProfileBody) {
    return this.bus.call(updateProfile, { userId, ...body });
  }
}
