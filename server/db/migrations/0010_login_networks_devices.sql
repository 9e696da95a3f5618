ALTER TABLE "sessions" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "offline_devices" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "offline_devices" ADD CONSTRAINT "offline_devices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_network" ON "sessions" USING btree ("network","user_id");