import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listNotifications, readAllNotifications, readNotification, type UserPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentUser } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { NotificationDto, NotificationPageDto, NotificationsQuery, ReadNotificationsDto } from './notifications.dto.js';

@ApiTags('notifications')
@Controller('v1/notifications')
export class NotificationsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({
    id: 'listNotifications',
    summary: 'The own notifications, newest first',
    reply: NotificationPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@CurrentUser() { userId }: UserPrincipal, @Query() query: NotificationsQuery) {
    return this.bus.call(listNotifications, { userId, ...query });
  }

  @Post(':notificationId/read')
  @Endpoint({ id: 'readNotification', summary: 'Marks a notification as read', reply: NotificationDto })
  read(@CurrentUser() { userId }: UserPrincipal, @Param('notificationId') notificationId: string) {
    return this.bus.call(readNotification, { userId, notificationId });
  }

  @Post('read-all')
  @Endpoint({ id: 'readAllNotifications', summary: 'Marks all notifications as read', reply: ReadNotificationsDto })
  readAll(@CurrentUser() { userId }: UserPrincipal) {
    return this.bus.call(readAllNotifications, { userId });
  }
}
