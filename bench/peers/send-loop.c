/* The physical limit of fan-out: one thread, one send() per subscriber, nothing else. It takes a WebSocket upgrade without
   looking at it (the channel is a number in the path) and a publication as POST /publish?channel=NN with a Content-Length. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most_descriptors = 1 << 17, most_channels = 100, most_bytes = 1 << 16 };

static char *pending[most_descriptors]; /* what an incomplete request has so far */
static int pending_length[most_descriptors];
static int channel_of[most_descriptors]; /* -1: not a subscriber */
static int place_of[most_descriptors];
static int *members[most_channels];
static int member_count[most_channels];

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void send_all(int fd, const char *bytes, int length) {
  if (send(fd, bytes, length, MSG_NOSIGNAL) != length) fail("send");
}

static void join(int fd, int channel) {
  channel_of[fd] = channel;
  place_of[fd] = member_count[channel];
  members[channel][member_count[channel]++] = fd;
  send_all(fd, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x0d{\"live\":true}", 92);
}

static void leave(int fd) {
  int channel = channel_of[fd];
  if (channel >= 0) {
    int last = members[channel][--member_count[channel]];
    members[channel][place_of[fd]] = last;
    place_of[last] = place_of[fd];
  }
  free(pending[fd]);
  pending[fd] = NULL;
  close(fd);
}

static void publish(int fd, int channel, const char *body, int length) {
  static char frame[most_bytes + 4];
  frame[0] = (char)0x81;
  frame[1] = 126;
  frame[2] = (char)(length >> 8);
  frame[3] = (char)length;
  memcpy(frame + 4, body, length);
  for (int at = 0; at < member_count[channel]; at++) send_all(members[channel][at], frame, length + 4);
  send_all(fd, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 38);
}

/* Returns 1 when the bytes were a complete request, which is then answered. */
static int take_request(int fd, char *bytes, int length) {
  bytes[length] = 0;
  char *end = strstr(bytes, "\r\n\r\n");
  if (!end) return 0;
  char *size = strstr(bytes, "Content-Length: ");
  char *channel = strstr(bytes, "channel=");
  if (!channel) exit(2);
  int number = atoi(channel + 8);
  if (number < 0 || number >= most_channels) exit(3);
  int body = size && size < end ? atoi(size + 16) : 0;
  if (length < end + 4 - bytes + body) return 0;
  if (bytes[0] == 'P') publish(fd, number, end + 4, body);
  else join(fd, number);
  return 1;
}

static void on_bytes(int fd) {
  static char fresh[most_bytes + 1];
  char *bytes = pending[fd] ? pending[fd] : fresh;
  int had = pending[fd] ? pending_length[fd] : 0;
  int got = recv(fd, bytes + had, most_bytes - had, 0);
  if (got <= 0) {
    leave(fd);
    return;
  }
  if (channel_of[fd] >= 0) return; /* a subscriber has nothing to say */
  if (take_request(fd, bytes, had + got)) {
    free(pending[fd]);
    pending[fd] = NULL;
    return;
  }
  if (!pending[fd]) {
    pending[fd] = malloc(most_bytes + 1);
    memcpy(pending[fd], fresh, got);
  }
  pending_length[fd] = had + got;
}

int main(void) {
  int yes = 1, listener = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) fail("listen");
  getsockname(listener, (struct sockaddr *)&address, &size);
  for (int at = 0; at < most_channels; at++) members[at] = malloc(sizeof(int) * 20000);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, ready[256];
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  printf("{\"port\":%d}\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    int count = epoll_wait(poll, ready, 256, -1);
    for (int at = 0; at < count; at++) {
      int fd = ready[at].data.fd;
      if (fd != listener) {
        on_bytes(fd);
        continue;
      }
      fd = accept(listener, NULL, NULL);
      if (fd < 0 || fd >= most_descriptors) fail("accept");
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      channel_of[fd] = -1;
      event.data.fd = fd;
      epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
    }
  }
}
